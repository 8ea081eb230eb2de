import { isMessageEvent } from '#libs/events';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { Form, joinPath, namesOf } from '#platform/forms';
import {
  type Awaited,
  type AwaitedEvent,
  COMPARISONS,
  type Condition,
  type SegmentEntry,
  type Where,
} from '../model/journey.types.js';
import { FETCHED_BY, isFetch, isResultEvent } from '../model/message-results.js';
import { MAX_NAME, NODE_ID, SEGMENT_ENTRY_FIELDS } from './steps-reference.js';

const MAX_CONDITIONS = 20;

/** Reads an event, or a result of a message. @throws AppError malformed */
export function readAwaited(form: Form): AwaitedEvent {
  const event = form.text('event');
  const same = form.texts('same');
  const where = readWhere(form);
  const node = form.has('node') ? readId(form, 'node') : undefined;
  const codes = Object.keys(where ?? {});
  if (node !== undefined && !isResultEvent(event)) {
    throw malformed(`${joinPath(form.path, 'node')} has no meaning with ${event}`);
  }
  if (isMessageEvent(event) && same) {
    throw malformed(`${joinPath(form.path, 'same')} has no meaning with ${event}`);
  }
  if (isMessageEvent(event) && where) {
    const { is, ...others } = where['by'] ?? {};
    const isBy = FETCHED_BY.some((by) => by === is) && Object.keys(others).length === 0;
    if (!isFetch(event) || codes.join() !== 'by' || !isBy) {
      const allowed = isFetch(event) ? `by: { is: ${FETCHED_BY.join(' | ')} } alone` : 'no conditions';
      throw malformed(`${joinPath(form.path, 'where')} of ${event} takes ${allowed}`);
    }
  }
  return { event, ...(node !== undefined && { node }), ...(same && { same }), ...(where && { where }) };
}

/** Reads one of the events and segments of a wait. @throws AppError malformed for both, or none */
export function readAny(form: Form): Awaited {
  if (form.has('event') === form.has('segment')) {
    throw malformed(`${form.path} should have one of event, segment`);
  }
  return form.has('event') ? readAwaited(form) : readSegment(form);
}

/** Reads a change of a segment. @throws AppError malformed */
export function readSegment(entry: Form): SegmentEntry {
  const path = joinPath(entry.path, 'segment');
  const form = Form.read(entry.value('segment'), path, namesOf(SEGMENT_ENTRY_FIELDS));
  if (form.has('joined') === form.has('left')) {
    throw malformed(`${path} should have one of joined, left`);
  }
  return { segment: form.has('joined') ? { joined: form.text('joined') } : { left: form.text('left') } };
}

/** Reads conditions on an event. @throws AppError malformed */
export function readWhere(form: Form): Where | undefined {
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

/** Reads the id of a step. @throws AppError malformed */
export function readId(form: Form, field: string): string {
  const id = form.text(field);
  if (!isId(id)) {
    throw malformed(`${joinPath(form.path, field)} should have letters, digits, _ and -, at most 50 of them`);
  }
  return id;
}

export function isId(text: string): boolean {
  return new RegExp(NODE_ID).test(text);
}

/** Reads a name. @throws AppError malformed */
export function readName(form: Form, field: string): string {
  const text = form.text(field);
  if (text.length > MAX_NAME) {
    throw malformed(`${joinPath(form.path, field)} should have at most ${MAX_NAME} characters`);
  }
  return text;
}
