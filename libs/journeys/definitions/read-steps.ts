import { isJsonObject } from '#platform/collections';
import type { JsonObject } from '#libs/content';
import { MAX_CONTENTS } from '#libs/notifications/campaigns';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import { readDuration } from '../model/duration.js';
import { WHOLE } from '../model/draw.js';
import type {
  Awaited,
  AwaitedEvent,
  ContentsSend,
  MessageSend,
  SetStep,
  SplitArm,
  Step,
  ThrottleStep,
} from '../model/journey.types.js';
import { isId, readAny, readAwaited, readId, readName, readWhere } from './read-awaited.js';
import { readLate, readWait } from './read-wait.js';
import { ANY_FIELDS, PACES, SHARE, STEP_FIELDS } from './steps-reference.js';

const MAX_STEPS = 100;
const MAX_ARMS = 10;
const MAX_ATTRIBUTES = 20;
const MAX_TAG = 100;
const MAX_ANY = 10;
const PACE_MS = { '1m': 60_000, '1h': 3_600_000 } as const;
const KINDS = [
  'wait',
  'waitFor',
  'send',
  'set',
  'batch',
  'throttle',
  'webhook',
  'branch',
  'split',
  'goto',
  'exit',
] as const;
type Kind = (typeof KINDS)[number];
/** The kinds that have the branches which each step takes by name. */
const OWNERS: Readonly<Record<string, Kind>> = {
  came: 'waitFor',
  yes: 'branch',
  no: 'branch',
  failed: 'webhook',
};

/** Steps that were read, for what must hold of all of them. */
export interface ReadSteps {
  ids: Set<string>;
  /** Places of `goto` with the ids that they name. */
  gotos: { path: string; to: string }[];
}

/** Reads a list of steps. @param read  takes those of this list, too @throws AppError malformed */
export function readSteps(value: unknown, path: string, read: ReadSteps): Step[] {
  if (!Array.isArray(value)) {
    throw malformed(`${path} should be a list`);
  }
  return value.map((entry: unknown, index) => {
    const at = joinPath(path, index);
    const form = Form.read(entry, at, [...namesOf(STEP_FIELDS), ...listArms(entry)]);
    const kinds = KINDS.filter((kind) => form.has(kind));
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) {
      throw malformed(`${at} should be one of ${KINDS.join(', ')}`);
    }
    const stray = Object.entries(OWNERS).find(([name, owner]) => form.has(name) && kind !== owner);
    if (stray) {
      throw malformed(`${joinPath(at, stray[0])} has no meaning without ${stray[1]}`);
    }
    if (kind === 'goto' && index < value.length - 1) {
      throw malformed(`${joinPath(at, 'goto')} should be the last step of its list`);
    }
    const step = readStep(form, kind, read);
    if (read.ids.size > MAX_STEPS) {
      throw malformed(`${path} should have at most ${MAX_STEPS} steps with those of branches`);
    }
    return step;
  });
}

function readStep(form: Form, kind: Kind, read: ReadSteps): Step {
  if (kind === 'exit') {
    return { kind, id: addId(form, 'exit', read) };
  }
  if (kind === 'goto') {
    const to = readId(form, 'goto');
    read.gotos.push({ path: joinPath(form.path, 'goto'), to });
    return { kind, to };
  }
  const path = joinPath(form.path, kind);
  const own = Form.read(form.value(kind), path, namesOf(STEP_FIELDS[kind].fields ?? {}));
  const id = addId(own, 'id', read);
  const branch = (name: string): Step[] | undefined =>
    form.has(name) ? readSteps(form.value(name), joinPath(form.path, name), read) : undefined;
  switch (kind) {
    case 'send':
      return readSend(own, id);
    case 'set':
      return readSet(own, id);
    case 'wait':
      return readWait(own, id);
    case 'waitFor': {
      const atMostMs = readDuration(own.text('atMost'), joinPath(path, 'atMost'));
      const came = branch('came');
      return { kind, id, ...readWaitedFor(own), atMostMs, ...readLate(own), ...(came && { came }) };
    }
    case 'branch': {
      const condition = own.value('if');
      const where = readWhere(own);
      if (condition === undefined && !where) {
        throw malformed(`${path} should have if, where or both`);
      }
      const [yes, no] = [branch('yes'), branch('no')];
      return {
        kind,
        id,
        // Checked with the definitions of the application, before it is stored.
        ...(condition !== undefined && { if: condition as JsonObject }),
        ...(where && { where }),
        ...(yes && { yes }),
        ...(no && { no }),
      };
    }
    case 'batch': {
      const most = own.int('most', { min: 2, max: 1000 });
      const forMs = readDuration(own.text('for'), joinPath(path, 'for'));
      return { kind, id, forMs, ...(most !== undefined && { most }) };
    }
    case 'throttle':
      return { kind, id, ...readPace(own) };
    case 'webhook': {
      const failed = branch('failed');
      return { kind, id, hook: readName(own, 'hook'), ...(failed && { failed }) };
    }
    case 'split':
      return { kind, id, arms: readArms(own.value('by'), joinPath(path, 'by'), branch) };
  }
}

function readPace(form: Form): Pick<ThrottleStep, 'most' | 'perMs'> {
  const most = form.int('most', { min: 1, max: 1_000_000 });
  if (most === undefined) {
    throw malformed(`${joinPath(form.path, 'most')} is missing`);
  }
  return { most, perMs: PACE_MS[form.has('per') ? form.oneOf('per', PACES) : '1m'] };
}

function readWaitedFor(form: Form): AwaitedEvent | { anyOf: Awaited[] } {
  if (form.has('anyOf') === form.has('event')) {
    throw malformed(`${form.path} should have one of event, anyOf`);
  }
  if (form.has('event')) {
    return readAwaited(form);
  }
  const path = joinPath(form.path, 'anyOf');
  const stray = ['node', 'same', 'where'].find((name) => form.has(name));
  const forms = Form.readList(form.value('anyOf'), path, namesOf(ANY_FIELDS));
  if (stray !== undefined || forms.length === 0 || forms.length > MAX_ANY) {
    throw malformed(`${path} should have 1 to ${MAX_ANY} entries, each with its own node, same and where`);
  }
  return { anyOf: forms.map(readAny) };
}

/** Contents are read when they are checked: their form is that of a campaign. */
function readSend(form: Form, id: string): MessageSend | ContentsSend {
  const stray = ['reach', 'within', 'preferredBy'].find((name) => form.has(name) && !form.has('contents'));
  if (stray !== undefined || form.has('message') === form.has('contents')) {
    throw malformed(
      `${form.path} should have one of message, contents${stray ? `, and ${stray} goes with contents` : ''}`,
    );
  }
  if (form.has('message')) {
    return { kind: 'send', id, message: readName(form, 'message') };
  }
  const contents = form.value('contents');
  if (!Array.isArray(contents) || contents.length > MAX_CONTENTS || !contents.every(isJsonObject)) {
    throw malformed(`${joinPath(form.path, 'contents')} should be a list of at most ${MAX_CONTENTS} contents`);
  }
  const [reach, within, preferredBy] = [
    form.optionalText('reach'),
    form.optionalText('within'),
    form.optionalText('preferredBy'),
  ];
  return {
    kind: 'send',
    id,
    contents: contents as JsonObject[],
    ...(reach !== undefined && { reach }),
    ...(within !== undefined && { within }),
    ...(preferredBy !== undefined && { preferredBy }),
  };
}

function readSet(form: Form, id: string): SetStep {
  const value = form.value('attributes') ?? {};
  const addTags = form.texts('addTags');
  const path = joinPath(form.path, 'attributes');
  if (!isJsonObject(value) || Object.keys(value).length > MAX_ATTRIBUTES) {
    throw malformed(`${path} should be a map of at most ${MAX_ATTRIBUTES} attributes`);
  }
  if (Object.keys(value).length === 0 && (addTags ?? []).length === 0) {
    throw malformed(`${form.path} should have attributes, addTags or both`);
  }
  if ((addTags ?? []).some((tag) => tag.length > MAX_TAG) || (addTags ?? []).length > MAX_ATTRIBUTES) {
    throw malformed(
      `${joinPath(form.path, 'addTags')} should have at most ${MAX_ATTRIBUTES} tags of ${MAX_TAG} characters`,
    );
  }
  const attributes = Object.entries(value).map(([code, written]): [string, string | number | boolean] => {
    if (typeof written !== 'string' && typeof written !== 'number' && typeof written !== 'boolean') {
      throw malformed(`${joinPath(path, code)} should be a text, a number or true/false`);
    }
    return [code, written];
  });
  return { kind: 'set', id, attributes: Object.fromEntries(attributes), ...(addTags && { addTags }) };
}

function readArms(by: unknown, path: string, branch: (name: string) => Step[] | undefined): SplitArm[] {
  if (!isJsonObject(by) || Object.keys(by).length < 2 || Object.keys(by).length > MAX_ARMS) {
    throw malformed(`${path} should be a map of 2 to ${MAX_ARMS} arms with their shares`);
  }
  const arms = Object.entries(by).map(([name, share]): SplitArm => {
    const at = joinPath(path, name);
    if (!isId(name) || Object.hasOwn(STEP_FIELDS, name)) {
      throw malformed(`${at} should be named by letters, digits, _ and -, and not as a field of a step`);
    }
    if (typeof share !== 'string' || !new RegExp(SHARE).test(share) || Number.parseFloat(share) === 0) {
      throw malformed(`${at} should be a share, such as 50% or 33.34%`);
    }
    return { name, share: Math.round(Number.parseFloat(share) * 100), steps: branch(name) ?? [] };
  });
  if (arms.reduce((sum, { share }) => sum + share, 0) !== WHOLE) {
    throw malformed(`${path}: the shares should be 100% together`);
  }
  return arms;
}

/** Names of the arms of a split, which its step has as fields. */
function listArms(entry: unknown): string[] {
  const split = isJsonObject(entry) ? entry['split'] : undefined;
  const by = isJsonObject(split) ? split['by'] : undefined;
  return isJsonObject(by) ? Object.keys(by) : [];
}

function addId(form: Form, field: string, { ids }: ReadSteps): string {
  const id = readId(form, field);
  if (ids.has(id)) {
    throw malformed(`${joinPath(form.path, field)}: another step has the id ${id}`);
  }
  ids.add(id);
  return id;
}
