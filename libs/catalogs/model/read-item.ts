import { isJsonObject } from '#platform/collections';
import { AppError, missing } from '#platform/errors';
import { isStorable } from '#platform/validation';
import { FIELD_TYPES, type CatalogDefinition, type FieldType, type ItemChange } from './catalog.types.js';
import type { ItemValue } from './item-value.types.js';

export const MAX_KEY = 200;
export const MAX_TEXT = 4000;
const MAX_LIST = 100;
/** Characters of one item as JSON: a batch of recipients holds many of them. */
export const MAX_ITEM = 8 * 1024;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const LAST_INT = 2 ** 31 - 1;

export const READERS: Readonly<Record<FieldType, { expected: string; accepts: (value: unknown) => boolean }>> = {
  STRING: { expected: `a text of at most ${MAX_TEXT} characters`, accepts: isText },
  INT: { expected: `a whole number from ${-LAST_INT} to ${LAST_INT}`, accepts: (value) => isWhole(value, LAST_INT) },
  LONG: { expected: 'a whole number below 2^53', accepts: (value) => isWhole(value, Number.MAX_SAFE_INTEGER) },
  DOUBLE: { expected: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value) },
  BOOLEAN: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  DATE: { expected: 'a day such as 2026-03-09', accepts: (value) => isText(value) && DAY.test(value) && isReal(value) },
  TIME_STAMP: {
    expected: 'a moment such as 2026-03-09T08:30:00Z',
    accepts: (value) => isText(value) && MOMENT.test(value) && isReal(value),
  },
  URL: { expected: 'an address that begins with https:// or http://', accepts: isWebAddress },
};

/**
 * Reads one item. Numbers stand for the texts of keys.
 *
 * @throws AppError malformed, missing_field, naming the field
 */
export function readItem(catalog: Pick<CatalogDefinition, 'name' | 'key' | 'fields'>, given: unknown): ItemChange {
  if (!isJsonObject(given)) {
    throw new AppError('malformed', 'An item should be an object of its fields');
  }
  const key = readKey(catalog, given);
  const value: Record<string, ItemValue> = {};
  for (const [field, written] of Object.entries(given)) {
    const type = Object.hasOwn(catalog.fields, field) ? catalog.fields[field] : undefined;
    if (type === undefined && field !== catalog.key) {
      throw refused(field, key, `is no field of the catalog ${catalog.name}`);
    }
    value[field] = field === catalog.key ? key : readValue(field, key, type ?? 'STRING', written);
  }
  if (JSON.stringify(value).length > MAX_ITEM) {
    throw new AppError('malformed', `Item '${key}' is larger than ${MAX_ITEM} characters`, { field: catalog.key });
  }
  return { key, value };
}

function readKey({ key: field }: Pick<CatalogDefinition, 'key'>, given: Readonly<Record<string, unknown>>): string {
  const written = Object.hasOwn(given, field) ? given[field] : undefined;
  if (written === undefined || written === null || written === '') {
    throw missing(field);
  }
  const key = typeof written === 'number' ? String(written) : written;
  if (typeof key !== 'string' || !isKey(key)) {
    throw new AppError('malformed', `Field '${field}' should be a text of at most ${MAX_KEY} characters`, { field });
  }
  return key;
}

/** Tests if an item may have a key. */
export function isKey(key: string): boolean {
  return key !== '' && key.length <= MAX_KEY && isStorable(key);
}

function readValue(field: string, key: string, type: string, written: unknown): ItemValue {
  if (written === null) {
    return null;
  }
  if (isOfType(type, written)) {
    return written;
  }
  const { base, isList } = partsOf(type);
  const { expected } = READERS[base];
  throw refused(field, key, `should be ${isList ? `a list of at most ${MAX_LIST}, each ${expected}` : expected}`);
}

/** Tests if a field of a type may have a value. */
export function isOfType(type: string, value: unknown): value is ItemValue {
  const { base, isList } = partsOf(type);
  const { accepts } = READERS[base];
  return isList ? Array.isArray(value) && value.length <= MAX_LIST && value.every(accepts) : accepts(value);
}

function partsOf(type: string): { base: FieldType; isList: boolean } {
  const base = FIELD_TYPES.find((name) => type === name || type === `${name}[]`) ?? 'STRING';
  return { base, isList: type !== base };
}

function refused(field: string, key: string, fault: string): AppError {
  return new AppError('malformed', `Field '${field}' of item '${key}' ${fault}`, { field });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT && isStorable(value);
}

function isWhole(value: unknown, limit: number): boolean {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= limit;
}

function isReal(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
}

function isWebAddress(value: unknown): boolean {
  return isText(value) && /^https?:\/\/[^\s"'<>]+$/i.test(value) && URL.canParse(value);
}
