import type { Json, JsonObject } from './json.types.js';

/** Keys that mean something to JavaScript and nothing to a client; they never become keys of ours. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);
const UNCLEAN = /[\0\p{Surrogate}]/u;
/** Deep enough for the data of any client, and far from the end of the stack. */
export const MAX_DEPTH = 32;

/**
 * Text that any store and any UTF-8 encoder takes: no NUL (Postgres refuses it), lone surrogates replaced as an encoder
 * would. Never a reason to refuse a request.
 */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text)) {
    return text;
  }
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Own entries with clean keys, reserved ones left out. */
export function cleanEntries<V>(entries: Iterable<[string, V]>): [string, V][] {
  return [...entries].filter(([key]) => !RESERVED.has(key)).map(([key, value]) => [cleanText(key), value]);
}

/** A deep copy of parsed JSON without reserved keys and with clean texts. */
export function cleanObject(value: object): JsonObject {
  const entries = cleanEntries(Object.entries(value) as [string, unknown][]);
  return Object.fromEntries(entries.map(([key, entry]) => [key, cleanValue(entry)]));
}

function cleanValue(value: unknown): Json {
  if (typeof value === 'string') {
    return cleanText(value);
  }
  if (Array.isArray(value)) {
    return value.map(cleanValue);
  }
  if (typeof value === 'object' && value !== null) {
    return cleanObject(value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Tests if JSON is nested deeper than a request may be; looks no deeper than that. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return depth > MAX_DEPTH || Object.values(value).some((entry) => isTooDeep(entry, depth + 1));
}

/** A record without the keys whose value is undefined: the normal form knows absent keys only. */
export function compact<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
