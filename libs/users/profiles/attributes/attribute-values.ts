import { AppError, malformed } from '#platform/errors';
import { faultOfInstant } from '#platform/spelling';
import { ADDRESS_READERS, MAX_TEXT_LENGTH, readText } from '#libs/users/identities';
import type { AttributeDefinition, AttributeScalar, AttributeValue, DataType } from '../model/attribute.types.js';
import { isSealedText, SEALED_PREFIX } from '../sealing/sealed-text.js';

const MAX_INT = 2 ** 31 - 1;
/** Elements of one array. */
export const MAX_ELEMENTS = 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The part of a definition that reading a value needs. */
export type ValueType = Pick<AttributeDefinition, 'dataType' | 'array' | 'options' | 'column' | 'country'>;

/**
 * Reads a value of a request in its stored form. DATE and TIME_STAMP become epoch milliseconds: a number is kept, so that
 * a client reads its own midnight (`toDay` finds its day), text is read as ISO 8601, without an offset as UTC.
 *
 * @param where  named by the error, for example `profile.age`
 * @throws AppError malformed for a wrong type or a value outside the options; bad_address for an invalid address
 */
export function readValue(type: ValueType, value: unknown, where: string): AttributeValue {
  return type.array ? readElements(type, value, where) : readScalar(type, value, where);
}

/** Reads the elements of an array, each as `readValue` does. */
export function readElements(type: ValueType, value: unknown, where: string): AttributeScalar[] {
  if (!Array.isArray(value)) {
    throw malformed(`Field '${where}' should be an array of ${type.dataType}`);
  }
  if (value.length > MAX_ELEMENTS) {
    throw malformed(`Field '${where}' should have at most ${MAX_ELEMENTS} values, it has ${value.length}`);
  }
  return value.map((element: unknown) => readScalar(type, element, where));
}

function readScalar(type: ValueType, value: unknown, where: string): AttributeScalar {
  const scalar = SCALAR_READERS[type.dataType](value, where);
  if (scalar === undefined) {
    const form = FORMS[type.dataType];
    const example = form === undefined ? '' : `, for example ${form}`;
    throw malformed(`Field '${where}' should be ${type.array ? 'an array of' : 'of type'} ${type.dataType}${example}`);
  }
  if (type.options && !type.options.includes(scalar)) {
    throw malformed(`Field '${where}' should be one of its options, not '${String(scalar).slice(0, 40)}'`);
  }
  return type.column === undefined ? scalar : ADDRESS_READERS[type.column](String(scalar), where, type.country);
}

/** How a text says a day or a moment, for whoever wrote it in another form. */
const FORMS: Partial<Record<DataType, string>> = { DATE: '2026-11-28', TIME_STAMP: '2026-11-28T10:00:00Z' };

/** Undefined: the value has another type. */
const SCALAR_READERS: Record<DataType, (value: unknown, where: string) => AttributeScalar | undefined> = {
  STRING: (value, where) => (typeof value === 'string' ? readClearText(value, where) : undefined),
  INT: (value) => readInteger(value, MAX_INT),
  LONG: (value) => readInteger(value, Number.MAX_SAFE_INTEGER),
  DOUBLE: (value) => (typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined),
  BOOLEAN: (value) => (typeof value === 'boolean' ? value : undefined),
  DATE: (value, where) => (typeof value === 'string' ? parseDay(value) : readInstant(value, where)),
  TIME_STAMP: (value, where) => (typeof value === 'string' ? parseInstant(value) : readInstant(value, where)),
};

/** No client may write what looks like a sealed value. */
function readClearText(text: string, where: string): string {
  if (isSealedText(text)) {
    throw malformed(`Field '${where}' should not begin with '${SEALED_PREFIX}'`);
  }
  return readText(text, where, MAX_TEXT_LENGTH);
}

function readInteger(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= max ? value + 0 : undefined;
}

function readInstant(value: unknown, where: string): number | undefined {
  const instant = readInteger(value, Number.MAX_SAFE_INTEGER);
  const fault = instant === undefined ? undefined : faultOfInstant(instant);
  if (fault !== undefined) {
    throw malformed(`Field '${where}' ${fault}`);
  }
  return instant;
}

function parseDay(text: string): number | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? undefined : parseInstant(text.slice(0, 10));
}

/** A text without an offset is UTC. The 30th of February is an error and not the 2nd of March. */
function parseInstant(text: string): number | undefined {
  if (!ISO.test(text)) {
    return undefined;
  }
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) {
    return undefined;
  }
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const instant = DAY.test(text) ? midnight : Date.parse(hasOffset ? text : `${text}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Infers the type of an undefined attribute from its first value. Whole numbers become LONG, so that a later, larger
 * one is accepted.
 *
 * @throws AppError malformed for a value without a type (null, an object, an empty array)
 */
export function inferType(value: unknown, where: string): { dataType: DataType; array: boolean } {
  const array = Array.isArray(value);
  const sample: unknown = array ? value[0] : value;
  switch (typeof sample) {
    case 'string':
      return { dataType: 'STRING', array };
    case 'boolean':
      return { dataType: 'BOOLEAN', array };
    case 'number':
      return { dataType: Number.isInteger(sample) ? 'LONG' : 'DOUBLE', array };
    default:
      throw new AppError('malformed', `Field '${where}' has a value that tells no type`);
  }
}

/** A letter first, so that a code is never an operator (`$or`) or `__proto__`. */
const CODE = /^\p{L}[\p{L}\p{N}_.-]{0,99}$/u;

/** @throws AppError malformed for a text that cannot be the code of an attribute */
export function readAttributeCode(code: string, where: string): string {
  if (!CODE.test(code)) {
    throw malformed(`Field '${where}' should be a letter, then letters, digits, '_', '-' or '.', at most 100 in all`);
  }
  return code;
}
