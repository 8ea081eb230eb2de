import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '../model/duration.js';
import {
  type AwaitedEvent,
  COMPARISONS,
  type Condition,
  type Entry,
  JOURNEY_STATES,
  type Journey,
  type Step,
  type Where,
} from '../model/journey.types.js';
import { AWAITED_FIELDS, ENTRY_FIELDS, JOURNEY_FIELDS, MAX_NAME, NODE_ID, STEP_FIELDS } from './journeys-reference.js';

const MAX_JOURNEYS = 200;
const MAX_STEPS = 100;
const MAX_CONDITIONS = 20;
const KINDS = ['wait', 'waitFor', 'send', 'exit'] as const;

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
  const ids = new Set<string>();
  return {
    name: readShort(form, 'name'),
    state: form.has('state') ? form.oneOf('state', JOURNEY_STATES) : 'on',
    definition: {
      entry: readEntry(Form.read(form.value('entry'), joinPath(form.path, 'entry'), namesOf(ENTRY_FIELDS))),
      ...(goal !== undefined && {
        goal: readAwaited(Form.read(goal, joinPath(form.path, 'goal'), namesOf(AWAITED_FIELDS))),
      }),
      steps: readSteps(form.value('steps'), joinPath(form.path, 'steps'), ids),
    },
  };
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

function readAwaited(form: Form): AwaitedEvent {
  const same = form.texts('same');
  const where = readWhere(form);
  return { event: form.text('event'), ...(same && { same }), ...(where && { where }) };
}

function readWhere(form: Form): Where | undefined {
  const value = form.value('where');
  const path = joinPath(form.path, 'where');
  if (value === undefined) {
    return undefined;
  }
  if (!isJsonObject(value) || Object.keys(value).length > MAX_CONDITIONS) {
    throw malformed(`${path} should be a map of at most ${MAX_CONDITIONS} attributes`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([code, condition]) => [code, readCondition(condition, joinPath(path, code))]),
  );
}

function readCondition(value: unknown, path: string): Condition {
  const form = Form.read(value, path, COMPARISONS);
  const condition: Condition = {};
  for (const name of COMPARISONS) {
    const operand = form.value(name);
    const isNumber = typeof operand === 'number' && Number.isFinite(operand);
    if (operand === undefined) {
      continue;
    }
    if (!isNumber && (name !== 'is' || (typeof operand !== 'string' && typeof operand !== 'boolean'))) {
      throw malformed(`${joinPath(path, name)} should be a ${name === 'is' ? 'text, number or true/false' : 'number'}`);
    }
    condition[name] = operand;
  }
  if (Object.keys(condition).length === 0) {
    throw malformed(`${path} should have one of ${COMPARISONS.join(', ')}`);
  }
  return condition;
}

/** @param ids  of the steps before, to which those of this list are added */
function readSteps(value: unknown, path: string, ids: Set<string>): Step[] {
  return Form.readList(value, path, namesOf(STEP_FIELDS)).map((form) => {
    const kinds = KINDS.filter((kind) => form.has(kind));
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) {
      throw malformed(`${form.path} should be one of ${KINDS.join(', ')}`);
    }
    if (form.has('came') && kind !== 'waitFor') {
      throw malformed(`${joinPath(form.path, 'came')} has no meaning without waitFor`);
    }
    const step = readStep(form, kind, ids);
    if (ids.size > MAX_STEPS) {
      throw malformed(`${path} should have at most ${MAX_STEPS} steps with those of branches`);
    }
    return step;
  });
}

function readStep(form: Form, kind: (typeof KINDS)[number], ids: Set<string>): Step {
  if (kind === 'exit') {
    return { kind, id: addId(form, 'exit', ids) };
  }
  const path = joinPath(form.path, kind);
  const fields = STEP_FIELDS[kind].fields ?? {};
  const own = Form.read(form.value(kind), path, namesOf(fields));
  const id = addId(own, 'id', ids);
  if (kind === 'send') {
    return { kind, id, message: readShort(own, 'message') };
  }
  if (kind === 'wait') {
    return { kind, id, forMs: readDuration(own.text('for'), joinPath(path, 'for')) };
  }
  const atMostMs = readDuration(own.text('atMost'), joinPath(path, 'atMost'));
  const came = form.has('came') ? readSteps(form.value('came'), joinPath(form.path, 'came'), ids) : undefined;
  return { kind, id, ...readAwaited(own), atMostMs, ...(came && { came }) };
}

function addId(form: Form, field: string, ids: Set<string>): string {
  const id = form.text(field);
  const path = joinPath(form.path, field);
  if (!new RegExp(NODE_ID).test(id)) {
    throw malformed(`${path} should have letters, digits, _ and -, at most 50 of them`);
  }
  if (ids.has(id)) {
    throw malformed(`${path}: another step has the id ${id}`);
  }
  ids.add(id);
  return id;
}

function readShort(form: Form, field: string): string {
  const text = form.text(field);
  if (text.length > MAX_NAME) {
    throw malformed(`${joinPath(form.path, field)} should have at most ${MAX_NAME} characters`);
  }
  return text;
}
