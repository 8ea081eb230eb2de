import type { AttributeDefinition } from '#libs/users';
import { AppError, malformed } from '#platform/errors';
import type { TargetValue } from './target.js';

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const OFFSET = /T.*(Z|[+-]\d{2}:?\d{2})$/;

/**
 * A value of a target in the form in which the attribute's values are stored. Clients write numbers as texts and texts as
 * numbers where they only compare: the attribute's type decides.
 *
 * @throws AppError malformed when the type can have no such value, bad_address for an address that is none
 */
export function typedValue(definition: AttributeDefinition, value: TargetValue): TargetValue {
  if (definition.column) {
    return address(definition.column, String(value));
  }
  const typed = asType(definition, value);
  if (typed === undefined) {
    throw malformed(`Profile attribute '${definition.code}' is of type ${definition.dataType}, not '${shown(value)}'`);
  }
  return typed;
}

function asType({ dataType }: AttributeDefinition, value: TargetValue): TargetValue | undefined {
  switch (dataType) {
    case 'STRING':
      return String(value);
    case 'INT':
    case 'LONG':
    case 'DOUBLE':
      return asNumber(value);
    case 'BOOLEAN':
      return value === 'true' ? true : value === 'false' ? false : typeof value === 'boolean' ? value : undefined;
    case 'DATE':
    case 'TIME_STAMP':
      return typeof value === 'string' && ISO.test(value) ? instant(value, dataType) : asNumber(value);
  }
}

function asNumber(value: TargetValue): number | undefined {
  return typeof value === 'number'
    ? value
    : typeof value === 'string' && NUMBER.test(value)
      ? Number(value)
      : undefined;
}

/** Epoch milliseconds; a day is its midnight, and a time without an offset is read, in UTC. */
function instant(text: string, dataType: 'DATE' | 'TIME_STAMP'): number | undefined {
  const day = text.slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  const time = dataType === 'DATE' || text === day ? midnight : Date.parse(OFFSET.test(text) ? text : `${text}Z`);
  return isDay && !Number.isNaN(time) ? time : undefined;
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,253}$/;
const E164 = /^\+?([1-9]\d{6,14})$/;

/** Addresses are stored trimmed, numbers in E.164 with a plus sign. */
function address(column: 'email' | 'msisdn', text: string): string {
  const found = column === 'email' ? EMAIL.exec(text.trim())?.[0] : E164.exec(text.replace(/[\s().-]/g, ''))?.[1];
  if (found === undefined) {
    const what = column === 'email' ? 'an e-mail address' : 'a number with its country code, as +905321234567';
    throw new AppError('bad_address', `Target '${column}' should be ${what}`);
  }
  return column === 'email' ? found : `+${found}`;
}

function shown(value: TargetValue): string {
  return String(value).slice(0, 40);
}
