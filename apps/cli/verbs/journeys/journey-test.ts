import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readScenario, runScenario, type ScenarioDifference, writeMoment } from '#libs/journeys';
import { readApplicationFile } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import type { RunVerb } from '../../runtime/verb.js';

/** Values that a file names and that are secret: a scenario needs none of them. */
const UNSET = 'unset';
const ENVIRONMENT = new Proxy<Record<string, string>>({}, { get: (_, name) => process.env[String(name)] ?? UNSET });

export const journeyTest: RunVerb = async ({ positionals: [name, ...more] }, { tell }) => {
  if (name === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald journey test FILE [--json].');
  }
  const path = resolve(name);
  const scenario = await readScenario(await readDocument(path), (file) => readDocument(resolve(dirname(path), file)));
  const { sent, differences } = runScenario(scenario);
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

/** @throws OperatorError for a file that cannot be read; AppError with its place in the file for a fault */
async function readDocument(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  // JSON is YAML, too. Key files are not read: nothing is sent.
  return readApplicationFile(text, { env: ENVIRONMENT, readFile: () => Promise.resolve(UNSET) });
}

function formatDifference({ at, extId, node, expected, got }: ScenarioDifference, start: number): string {
  const place = node === null ? '' : ` ${node}`;
  return `${writeMoment(at, start)} ${extId}${place}: expected ${expected ?? 'nothing'}, got ${got ?? 'nothing'}`;
}

function count({ length }: readonly unknown[], singular: string, plural: string): string {
  return `${length} ${length === 1 ? singular : plural}`;
}
