import { roundDegrees } from '#libs/users';
import { isJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import { parseEvents, parseProducts, parseSeen } from './parse-behaviour.js';
import { MAX_TEXT_LENGTH, MAX_VALUES, UNSTORABLE_PATTERN } from './storable-text.js';
import type { Mode, Target, TargetValue } from './target.js';

/**
 * `bulk`: sendBulkNotification; `segment`: a segment, which also takes events; `count`: targeting/count; `send`:
 * sendNotification and sendEmailAndSms.
 */
export type TargetForm = 'bulk' | 'segment' | 'count' | 'send';

export interface ParsedTarget {
  tree: Target;
  /** Includes users who opted out of push. */
  optOut: boolean;
}

const MODES: Readonly<Record<string, Mode>> = { $or: 'any', $and: 'all', $not: 'none' };

/**
 * Parses `target` (interface, sections 4.2 and 4.3; decisions, section 3). `null` and `false` count as absent, and
 * unknown fields are ignored. Bulk forms combine with AND; a send takes exactly one form.
 *
 * @throws AppError missing_field without a target, malformed otherwise
 */
export function parseTarget(raw: unknown, form: TargetForm): ParsedTarget {
  if (isAbsent(raw)) {
    throw missing('target');
  }
  if (!isJsonObject(raw)) {
    throw malformed("Field 'target' should be an object");
  }
  return form === 'send'
    ? parseSend(raw)
    : { tree: form === 'count' ? parseCount(raw) : parseBulk(raw, form), optOut: false };
}

function parseBulk(raw: Record<string, unknown>, form: 'bulk' | 'segment'): Target {
  const parts: Target[] = [];
  if (!isAbsent(raw['sendToAll'])) {
    if (raw['sendToAll'] !== true) {
      throw malformed("Field 'target.sendToAll' should be a boolean");
    }
    parts.push({ type: 'all' });
  }
  parts.push(...parseNames(raw, 'tag'), ...parseNames(raw, 'segment'));
  parts.push(...parseProfile(raw['profile'], 'target.profile'), ...parseLocation(raw['location']));
  parts.push(...parseBehaviour(raw, form));
  if (parts.length === 0) {
    throw malformed("Field 'target' is empty: it takes sendToAll, tag, segment, profile or location");
  }
  return combine('and', parts);
}

/**
 * Parses conditions on attributes, which combine with AND.
 *
 * @param field  field name for errors
 * @throws AppError malformed
 */
export function parseAttributes(conditions: unknown, field: string): Target {
  return combine('and', parseProfile(conditions, field));
}

/** Only segments take events. Elsewhere they are an error: ignoring them would reach more users than wanted. */
function parseBehaviour(raw: Record<string, unknown>, form: 'bulk' | 'segment'): Target[] {
  const field = BEHAVIOUR_FIELDS.find((name) => !isAbsent(raw[name]));
  if (form === 'bulk') {
    if (field) {
      throw malformed(`Field 'target.${field}' is for segments: define one and name it in target.segment`);
    }
    return [];
  }
  return [
    ...(isAbsent(raw['event']) ? [] : parseEvents(raw['event'])),
    ...(isAbsent(raw['product']) ? [] : parseProducts(raw['product'])),
    ...(isAbsent(raw['firstSeen']) ? [] : [parseSeen(raw['firstSeen'], 'first')]),
    ...(isAbsent(raw['lastSeen']) ? [] : [parseSeen(raw['lastSeen'], 'last')]),
  ];
}

const BEHAVIOUR_FIELDS = ['event', 'product', 'firstSeen', 'lastSeen', 'predict'];

/** A count takes only attributes (specification, section 4.10). */
function parseCount(raw: Record<string, unknown>): Target {
  const unsupported = OTHER_FORMS.find((form) => !isAbsent(raw[form]));
  if (unsupported) {
    throw malformed(`Field 'target' of a count takes profile alone, not ${unsupported}`);
  }
  if (isAbsent(raw['profile'])) {
    throw missing('target.profile');
  }
  return parseAttributes(raw['profile'], 'target.profile');
}

const OTHER_FORMS = ['sendToAll', 'tag', 'segment', 'location', 'extId', 'deviceToken', 'email', 'msisdn', 'pa'];

function parseSend(raw: Record<string, unknown>): ParsedTarget {
  const forms: Target[] = [];
  if (!isAbsent(raw['extId'])) {
    forms.push({ type: 'extIds', extIds: parseTexts(raw['extId'], 'target.extId') });
  }
  if (!isAbsent(raw['deviceToken'])) {
    forms.push({ type: 'tokens', tokens: parseTexts(raw['deviceToken'], 'target.deviceToken') });
  }
  for (const code of ['email', 'msisdn']) {
    if (!isAbsent(raw[code])) {
      const field = `target.${code}`;
      forms.push({ type: 'profile', code, values: [parseText(raw[code], field)], field });
    }
  }
  if (!isAbsent(raw['pa'])) {
    forms.push(parseAttributes(raw['pa'], 'target.pa'));
  }
  const [tree, second] = forms;
  if (!tree || second) {
    throw malformed("Field 'target' takes exactly one of extId, deviceToken, email, msisdn and pa");
  }
  const optOut = raw['optOut'] ?? false;
  if (typeof optOut !== 'boolean') {
    throw malformed("Field 'target.optOut' should be a boolean");
  }
  return { tree, optOut };
}

/** Parses tags or segments: a name, an array of names (any of them) or operators, which combine with AND. */
function parseNames(raw: Record<string, unknown>, type: 'tag' | 'segment'): Target[] {
  const value = raw[type];
  const field = `target.${type}`;
  if (isAbsent(value)) {
    return [];
  }
  if (!isJsonObject(value)) {
    return [{ type, mode: 'any', names: parseTexts(value, field) }];
  }
  const parts = Object.entries(value)
    .filter(([, names]) => !isAbsent(names))
    .map(([operator, names]): Target => {
      const mode = Object.hasOwn(MODES, operator) ? MODES[operator] : undefined;
      if (!mode) {
        throw malformed(`Field '${field}' takes $or, $and and $not, not '${operator.slice(0, 40)}'`);
      }
      return { type, mode, names: parseTexts(names, `${field}.${operator}`) };
    });
  if (parts.length === 0) {
    throw malformed(`Field '${field}' should not be empty`);
  }
  return parts;
}

/** Parses conditions on attributes, which combine with AND; those inside `$or` with OR. */
function parseProfile(value: unknown, field: string): Target[] {
  if (isAbsent(value)) {
    return [];
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) {
    throw malformed(`Field '${field}' should be an object of attributes`);
  }
  return Object.entries(value).map(([code, condition]) => {
    if (code !== '$or') {
      return parseCondition(code, condition, field);
    }
    if (!isJsonObject(condition) || Object.keys(condition).length === 0) {
      throw malformed(`Field '${field}.$or' should be an object of attributes`);
    }
    const group = Object.entries(condition).map(([inner, values]) => parseCondition(inner, values, `${field}.$or`));
    return combine('or', group);
  });
}

function parseCondition(code: string, condition: unknown, field: string): Target {
  checkText(code, field);
  const where = `${field}.${code.slice(0, 80)}`;
  if (code.startsWith('$')) {
    throw malformed(`Field '${field}' has an unknown operator '${code.slice(0, 40)}'`);
  }
  if (isJsonObject(condition)) {
    const exists = condition['$exists'];
    if (typeof exists !== 'boolean' || Object.keys(condition).length > 1) {
      throw malformed(`Field '${where}' takes a value, an array of values or {"$exists": true or false}`);
    }
    return { type: 'exists', code, exists };
  }
  const list: unknown[] = Array.isArray(condition) ? condition : [condition];
  checkLength(list, where);
  const values = list.map((item) => parseScalar(item, where));
  return { type: 'profile', code, values, ...(field !== 'target.profile' && { field: where }) };
}

function parseLocation(value: unknown): Target[] {
  if (isAbsent(value)) {
    return [];
  }
  if (!isJsonObject(value)) {
    throw malformed("Field 'target.location' should be an object");
  }
  const latitude = roundDegrees(parseNumber(value, 'latitude', -90, 90));
  const longitude = roundDegrees(parseNumber(value, 'longitude', -180, 180));
  const radius = parseNumber(value, 'radius', 0, MAX_RADIUS_KM);
  return [{ type: 'location', latitude, longitude, radius }];
}

/** Kilometres from a point to its antipode, rounded up. */
const MAX_RADIUS_KM = 20_040;

function parseNumber(location: Record<string, unknown>, name: string, min: number, max: number): number {
  const value = location[name];
  if (value === undefined || value === null) {
    throw missing(`target.location.${name}`);
  }
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw malformed(`Field 'target.location.${name}' should be a number from ${min} to ${max}`);
  }
  return value;
}

function parseScalar(value: unknown, field: string): TargetValue {
  if (typeof value === 'string') {
    return checkText(value, field);
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw malformed(`Field '${field}' should hold texts, numbers or booleans`);
}

/** Parses a text or an array of texts, without duplicates. */
function parseTexts(value: unknown, field: string): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  checkLength(list, field);
  return [...new Set(list.map((item) => parseText(item, field)))];
}

function parseText(value: unknown, field: string): string {
  if (typeof value !== 'string') {
    throw malformed(`Field '${field}' should be a text`);
  }
  if (value === '') {
    throw malformed(`Field '${field}' should not be empty`);
  }
  return checkText(value, field);
}

function checkText(value: string, field: string): string {
  if (value.length > MAX_TEXT_LENGTH) {
    throw malformed(`Field '${field}' should hold at most ${MAX_TEXT_LENGTH} characters, it has ${value.length}`);
  }
  if (UNSTORABLE_PATTERN.test(value)) {
    throw malformed(`Field '${field}' has a character that no value can have (NUL or half a surrogate pair)`);
  }
  return value;
}

function checkLength(list: readonly unknown[], field: string): void {
  if (list.length === 0) {
    throw malformed(`Field '${field}' should not be empty`);
  }
  if (list.length > MAX_VALUES) {
    throw malformed(`Field '${field}' should hold at most ${MAX_VALUES} values, it has ${list.length}`);
  }
}

function combine(type: 'and' | 'or', parts: Target[]): Target {
  const [only] = parts;
  return only && parts.length === 1 ? only : { type, of: parts };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}
