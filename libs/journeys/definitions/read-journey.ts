import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import {
  type EntryLimits,
  JOURNEY_STATES,
  type Journey,
  type JourneyDefinition,
  type Step,
} from '../model/journey.types.js';
import { WHOLE } from '../model/draw.js';
import { findEndlessLoop } from '../model/loops.js';
import { canFollow, isResultEvent, listAwaitedResults } from '../model/message-results.js';
import { listPlaces, listSteps } from '../model/program.js';
import { ENTRY_FIELDS, JOURNEY_FIELDS, LIMIT_FIELDS, LIMIT_RANGE } from './journeys-reference.js';
import { readAwaited, readName } from './read-awaited.js';
import { readEntry } from './read-entry.js';
import { readSteps, type ReadSteps } from './read-steps.js';
import { AWAITED_FIELDS, SHARE } from './steps-reference.js';

const MAX_JOURNEYS = 200;

/** A journey as the file has it. */
export type WrittenJourney = Pick<Journey, 'name' | 'state' | 'definition'> & {
  /** Its name until now. */
  was?: string;
  /** Steps that follow those which a new version lacks, by their ids. Absent: people inside stay in their version. */
  moved?: ReadonlyMap<string, string>;
};

/** Leaves the journey, in place of a step. */
export const EXIT = 'exit';

/** Reads the section. @throws AppError malformed, with the path of the fault */
export function readJourneys(value: unknown, path: string): Map<string, WrittenJourney> {
  const forms = Form.readList(value, path, namesOf(JOURNEY_FIELDS));
  if (forms.length > MAX_JOURNEYS) {
    throw malformed(`${path} should have at most ${MAX_JOURNEYS} entries`);
  }
  const journeys = new Map<string, WrittenJourney>();
  for (const form of forms) {
    const journey = readJourney(form);
    if (journeys.has(journey.name)) {
      throw malformed(`${joinPath(form.path, 'name')}: ${journey.name} is listed twice`);
    }
    journeys.set(journey.name, journey);
  }
  return journeys;
}

function readJourney(form: Form): WrittenJourney {
  const goal = form.value('goal');
  const steps = readAllSteps(form);
  const journey: WrittenJourney = {
    name: readName(form, 'name'),
    ...(form.has('was') && { was: readName(form, 'was') }),
    state: form.has('state') ? form.oneOf('state', JOURNEY_STATES) : 'on',
    definition: {
      entry: readEntry(Form.read(form.value('entry'), joinPath(form.path, 'entry'), namesOf(ENTRY_FIELDS))),
      ...(goal !== undefined && {
        goal: readAwaited(Form.read(goal, joinPath(form.path, 'goal'), namesOf(AWAITED_FIELDS))),
      }),
      ...readLimits(form),
      ...readHoldout(form),
      steps,
    },
    ...readMoved(form, steps),
  };
  checkResults(journey.definition, form.path);
  return journey;
}

/** Results are of steps that send, and that come before. @throws AppError malformed */
function checkResults(definition: JourneyDefinition, path: string): void {
  const sends = new Set(listSteps(definition.steps).flatMap((step) => (step.kind === 'send' ? step.id : [])));
  for (const { event, node, step } of listAwaitedResults(definition)) {
    const place = joinPath(path, step === undefined ? 'goal' : `steps: ${step}`);
    if (node !== undefined && !sends.has(node)) {
      throw malformed(`${place}: node: no step with the id ${node} sends a message`);
    }
    if (step !== undefined && isResultEvent(event)) {
      const before = [...sends].filter((id) => canFollow(definition.steps, id, step));
      if (before.length === 0 || (node !== undefined && !before.includes(node))) {
        throw malformed(
          `${place}: ${node === undefined ? 'no message' : `node: no message of ${node}`} is sent before it`,
        );
      }
    }
  }
}

function readMoved(form: Form, steps: readonly Step[]): Pick<WrittenJourney, 'moved'> {
  const value = form.value('moved');
  const path = joinPath(form.path, 'moved');
  if (value === undefined) {
    return {};
  }
  const ids = new Set(listPlaces(steps));
  const isMap =
    isJsonObject(value) && Object.values(value).every((to) => to === EXIT || (typeof to === 'string' && ids.has(to)));
  if (!isMap) {
    throw malformed(`${path} should be a map of ids of steps to ids of this version, or to ${EXIT}`);
  }
  return { moved: new Map(Object.entries(value).map(([from, to]) => [from, String(to)])) };
}

function readLimits(form: Form): { limits?: EntryLimits } {
  if (!form.has('limits')) {
    return {};
  }
  const limits = Form.read(form.value('limits'), joinPath(form.path, 'limits'), namesOf(LIMIT_FIELDS));
  const [perDay, perMinute] = [limits.int('perDay', LIMIT_RANGE), limits.int('perMinute', LIMIT_RANGE)];
  return { limits: { ...(perDay !== undefined && { perDay }), ...(perMinute !== undefined && { perMinute }) } };
}

function readHoldout(form: Form): { holdout?: number } {
  const share = form.optionalText('holdout');
  if (share === undefined) {
    return {};
  }
  const holdout = new RegExp(SHARE).test(share) ? Math.round(Number.parseFloat(share) * 100) : Number.NaN;
  if (!(holdout > 0 && holdout < WHOLE)) {
    throw malformed(`${joinPath(form.path, 'holdout')} should be a share, such as 10% or 2.5%`);
  }
  return { holdout };
}

function readAllSteps(form: Form): Step[] {
  const read: ReadSteps = { ids: new Set(), gotos: [] };
  const path = joinPath(form.path, 'steps');
  const steps = readSteps(form.value('steps'), path, read);
  const lost = read.gotos.find(({ to }) => !read.ids.has(to));
  if (lost) {
    throw malformed(`${lost.path}: no step has the id ${lost.to}`);
  }
  const loop = findEndlessLoop(steps);
  if (loop !== undefined) {
    throw malformed(`${path}: a goto leads back to ${loop} without a wait on the way`);
  }
  return steps;
}
