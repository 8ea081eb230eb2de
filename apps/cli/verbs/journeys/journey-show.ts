import type { Journey, JourneyStatistics } from '#libs/journeys';
import {
  JourneyPeopleService,
  JourneyService,
  type VersionStatistics,
  type WaitingPerson,
} from '#libs/journeys/control';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import type { RunVerb, VerbCall } from '../../runtime/verb.js';
import { findApp } from '../arguments.js';
import { JOURNEY_PEOPLE_SHOWN } from '../option-presets.js';
import { formatFigures } from './journey-lines.js';

interface Shown {
  journey: Journey;
  all: JourneyStatistics;
  versions: VersionStatistics[];
  changedTexts: string[];
  waiting?: { items: WaitingPerson[]; next: string | null };
}

export const journeyShow: RunVerb = async (call, { tell }) => {
  const { name, node, limit, after } = readQuestion(call);
  const shown = await withAppContext(async (context): Promise<Shown> => {
    const { id } = await findApp(context.get(ApplicationService), call.values['app']);
    const journey = await context.get(JourneyService).get(id, name);
    return {
      journey,
      ...(await context.get(JourneyService).getFigures(journey)),
      changedTexts: await context.get(JourneyService).findChangedTexts(journey),
      ...(node !== undefined && {
        waiting: await context.get(JourneyPeopleService).listWaiting(journey, node, limit, after),
      }),
    };
  });
  formatShown(shown).forEach(tell);
  const { all, versions, changedTexts, waiting } = shown;
  const { state, version } = shown.journey;
  return {
    result: {
      name,
      state,
      version,
      ...all,
      versions,
      ...(changedTexts.length > 0 && { changedTexts }),
      ...(waiting && toWaiting(waiting)),
    },
  };
};

/** @throws OperatorError with the usage */
function readQuestion({ values, positionals: [name, ...more] }: VerbCall) {
  const { preset, max } = JOURNEY_PEOPLE_SHOWN;
  const { node, after } = values;
  const limit = Number(values['limit'] ?? preset);
  const isPaged = after !== undefined || values['limit'] !== undefined;
  if (name === undefined || more.length > 0 || !(Number.isInteger(limit) && limit >= 1 && limit <= max)) {
    throw new OperatorError(`Usage: herald journey show NAME [--node ID [--after MARK] [--limit 1 to ${max}]].`);
  }
  if (isPaged && node === undefined) {
    throw new OperatorError('--after and --limit are for the people of a step: name it with --node.');
  }
  return {
    name,
    limit,
    node: node === undefined ? undefined : String(node),
    after: after === undefined ? undefined : String(after),
  };
}

function formatShown({ journey, all, versions, changedTexts, waiting }: Shown): string[] {
  const { name, state, version } = journey;
  if (waiting) {
    return [
      ...waiting.items.map(
        (person) => `  until ${person.dueAt.toISOString()}  ${person.extId ?? `user ${person.uid}`}`,
      ),
      ...(waiting.next === null ? [] : [`More with --after ${waiting.next}.`]),
    ];
  }
  return [
    `Journey ${name}: ${state}, version ${version}, ${formatFigures(all)}`,
    ...(changedTexts.length > 0 ? [`Changed since the approval, and not sent: ${changedTexts.join(', ')}`] : []),
    ...formatNodes(all),
    ...(versions.length > 1
      ? versions.flatMap((own) => [`Version ${own.version}: ${formatFigures(own)}`, ...formatNodes(own)])
      : []),
  ];
}

function formatNodes({ nodes }: JourneyStatistics): string[] {
  return Object.entries(nodes).map(
    ([id, { inside, passed }]) => `  ${String(inside).padStart(8)} inside ${String(passed).padStart(8)} passed  ${id}`,
  );
}

function toWaiting({ items, next }: NonNullable<Shown['waiting']>) {
  const people = items.map(({ extId, uid, key, version, enteredAt, since, dueAt }) => ({
    extId,
    uid,
    key,
    version,
    enteredAt,
    since,
    until: dueAt,
  }));
  return { people, next };
}
