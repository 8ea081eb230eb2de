import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '../model/duration.js';
import { type Entry, JOURNEY_STATES, type Journey, type Step } from '../model/journey.types.js';
import { findEndlessLoop } from '../model/loops.js';
import { ENTRY_FIELDS, JOURNEY_FIELDS } from './journeys-reference.js';
import { readAwaited, readName, readWhere } from './read-awaited.js';
import { readSteps, type ReadSteps } from './read-steps.js';
import { AWAITED_FIELDS } from './steps-reference.js';

const MAX_JOURNEYS = 200;

/** A journey as the file has it. */
export type WrittenJourney = Pick<Journey, 'name' | 'state' | 'definition'>;

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
  return {
    name: readName(form, 'name'),
    state: form.has('state') ? form.oneOf('state', JOURNEY_STATES) : 'on',
    definition: {
      entry: readEntry(Form.read(form.value('entry'), joinPath(form.path, 'entry'), namesOf(ENTRY_FIELDS))),
      ...(goal !== undefined && {
        goal: readAwaited(Form.read(goal, joinPath(form.path, 'goal'), namesOf(AWAITED_FIELDS))),
      }),
      steps: readAllSteps(form),
    },
  };
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

function readEntry(form: Form): Entry {
  const key = form.optionalText('key');
  const where = readWhere(form);
  return {
    event: form.text('event'),
    ...(where && { where }),
    ...(key !== undefined && { key }),
    again: readAgain(form),
    ...(form.has('late') && { late: form.oneOf('late', ['allow'] as const) }),
  };
}

function readAgain(form: Form): Entry['again'] {
  const path = joinPath(form.path, 'again');
  const value = form.value('again') ?? 'always';
  if (value === 'always' || value === 'never') {
    return value;
  }
  if (!isJsonObject(value)) {
    throw malformed(`${path} should be always, never or a map with after`);
  }
  return readDuration(Form.read(value, path, ['after']).text('after'), joinPath(path, 'after'));
}
