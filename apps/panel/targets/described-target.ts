import { isGroup, MAX_LEVELS, MODES, type TargetGroup, type TargetPart } from './groups.js';
import { SPANS, TESTS } from './behaviour/behaviour.js';
import { KINDS, OPERATORS } from './lines.js';

/** Checks that a stored value is a description of a target as this build makes it. */
export function isTargetGroup(value: unknown): value is TargetGroup {
  return isPart(value, 1) && isGroup(value) && hasOwnIds(value);
}

function isPart(value: unknown, level: number): value is TargetPart {
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS + 1) {
    return false;
  }
  const { id, mode, parts, kind, operator, span, where, ...texts } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(id)) {
    return false;
  }
  if (mode !== undefined) {
    return MODES.some((known) => known === mode) && isList(parts) && parts.every((part) => isPart(part, level + 1));
  }
  const known = KINDS.find((candidate) => candidate === kind);
  const areTexts = ['code', 'text', 'amount'].every((name) => typeof texts[name] === 'string');
  // Builds before had nothing of these.
  const areFurther = ['times', 'from', 'to'].every((name) => ['string', 'undefined'].includes(typeof texts[name]));
  const isSpan = span === undefined || SPANS.some((candidate) => candidate === span);
  const areTests = where === undefined || (isList(where) && where.every(isTest));
  return (
    known !== undefined &&
    areTexts &&
    areFurther &&
    isSpan &&
    areTests &&
    OPERATORS[known].some((candidate) => candidate === operator)
  );
}

function isTest(value: unknown): boolean {
  const { attribute, operator, text } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  return typeof attribute === 'string' && typeof text === 'string' && TESTS.some((test) => test === operator);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Two parts of one id would be changed together. */
function hasOwnIds(root: TargetGroup): boolean {
  const ids = listIds(root);
  return new Set(ids).size === ids.length;
}

function listIds(part: TargetPart): number[] {
  return isGroup(part) ? [part.id, ...part.parts.flatMap(listIds)] : [part.id];
}
