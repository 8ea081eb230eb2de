import { dirname, resolve } from 'node:path';
import { readScenario, runScenario, type ScenarioDifference, writeMoment } from '#libs/journeys';
import { OperatorError } from '#platform/embedded';
import type { RunVerb } from '../../runtime/verb.js';
import { readJourneyFile } from './journey-file.js';

export const journeyTest: RunVerb = async ({ positionals: [name, ...more] }, { tell }) => {
  if (name === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald journey test FILE [--json].');
  }
  const path = resolve(name);
  const scenario = await readScenario(await readJourneyFile(path), (file) =>
    readJourneyFile(resolve(dirname(path), file)),
  );
  const { sent, differences } = await runScenario(scenario);
  const { start, journey } = scenario;
  differences.forEach((difference) => tell(formatDifference(difference, start)));
  const outcome = differences.length > 0 ? count(differences, 'difference', 'differences') : 'as expected';
  const people = count(scenario.people, 'person', 'people');
  tell(`${journey}: ${count(sent, 'message', 'messages')} to ${people}, ${outcome}.`);
  const toTime = (at: number) => ({ at: writeMoment(at, start), time: new Date(at) });
  return {
    result: {
      journey,
      passed: differences.length === 0,
      sent: sent.map(({ at, ...message }) => ({ ...toTime(at), ...message })),
      differences: differences.map(({ at, ...difference }) => ({ ...toTime(at), ...difference })),
    },
    code: differences.length > 0 ? 1 : 0,
  };
};

function formatDifference({ at, extId, node, expected, got }: ScenarioDifference, start: number): string {
  const place = node === null ? '' : ` ${node}`;
  return `${writeMoment(at, start)} ${extId}${place}: expected ${expected ?? 'nothing'}, got ${got ?? 'nothing'}`;
}

function count({ length }: readonly unknown[], singular: string, plural: string): string {
  return `${length} ${length === 1 ? singular : plural}`;
}
