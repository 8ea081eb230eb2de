import { isExactDecimal, parseKeepingDigits } from '#platform/collections';
import type { AttributeDefinition, DataType } from '#libs/users/profiles';
import type { DayOrder } from './mapping.dto.js';
import type { FieldForm } from './read-mapping.js';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', '1'].map((text): [string, boolean] => [text, true]),
  ...['false', 'f', 'no', 'n', '0'].map((text): [string, boolean] => [text, false]),
]);
const NUMERIC: ReadonlySet<DataType> = new Set(['INT', 'LONG', 'DOUBLE']);
const EPOCH: ReadonlySet<DataType> = new Set(['DATE', 'TIME_STAMP']);
/** Fewer digits are no milliseconds of these decades; `20260131` is a day without its dashes. */
const MILLIS = /^-?\d{11,16}$/;
const LIST_SEPARATOR = ',';
/** A day with its year at the end. */
const DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/**
 * Brings a value into the form of its field, where its text has that meaning. What has not stays as it is, for the checks
 * of the field to refuse.
 */
export function toFieldForm(value: unknown, form: FieldForm): unknown {
  switch (form) {
    case 'text':
      return isExact(value) || typeof value === 'boolean' ? String(value) : value;
    case 'number':
      return toNumber(value);
    case 'boolean':
      return toBoolean(value);
    case 'list':
      return toList(value);
  }
}

/**
 * Reads a cell as the value of an attribute. Without a definition the value stays as it is, and decides the type.
 *
 * @param days  how days are written whose year comes last; undefined: they are refused
 */
export function toAttributeForm(
  value: unknown,
  definition: Pick<AttributeDefinition, 'dataType' | 'array'> | undefined,
  days?: DayOrder,
): unknown {
  if (!definition) {
    return value;
  }
  if (definition.array) {
    const list = toList(value);
    return Array.isArray(list) ? list.map((entry: unknown) => toScalar(entry, definition.dataType, days)) : list;
  }
  return toScalar(value, definition.dataType, days);
}

function toScalar(value: unknown, type: DataType, days: DayOrder | undefined): unknown {
  if (type === 'STRING') {
    return toFieldForm(value, 'text');
  }
  if (type === 'BOOLEAN') {
    return toBoolean(value);
  }
  if (NUMERIC.has(type)) {
    return toNumber(value);
  }
  if (!EPOCH.has(type) || typeof value !== 'string') {
    return value;
  }
  return MILLIS.test(value) ? Number(value) : type === 'DATE' && days !== undefined ? toIsoDay(value, days) : value;
}

/** `28.02.1990` as `1990-02-28`. Whether there is such a day, the attribute says. */
function toIsoDay(text: string, days: DayOrder): string {
  const [, first = '', , second = '', year = ''] = DAY.exec(text.trim()) ?? [];
  const [day, month] = days === 'DMY' ? [first, second] : [second, first];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** A whole number beyond 2^53 may be written in several ways: as an id it would be that of another user. */
function isExact(value: unknown): value is number {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** A text whose digits a number does not keep stays a text, which the field refuses. */
function toNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value.trim()) && isExactDecimal(value.trim()) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number'
    ? (BOOLEANS.get(String(value).trim().toLowerCase()) ?? value)
    : value;
}

/** A text with brackets is JSON, any other has commas. */
function toList(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  const list: unknown = value.startsWith('[') ? parseKeepingDigits(value) : undefined;
  return Array.isArray(list)
    ? list
    : value
        .split(LIST_SEPARATOR)
        .map((part) => part.trim())
        .filter((part) => part !== '');
}
