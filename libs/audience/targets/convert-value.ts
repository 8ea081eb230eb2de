import { readValue, type AttributeDefinition, type AttributeScalar } from '#libs/users';
import { malformed } from '#platform/errors';
import type { TargetValue } from './target.js';

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/**
 * A value of a target in the form in which the attribute's values are stored. Clients write numbers as texts and texts as
 * numbers where they only compare: the attribute's type decides. A value outside the attribute's options is one that
 * nobody has, or has still.
 *
 * @param where  what a refusal names, for example `target.profile.age`
 * @throws AppError malformed when the type can have no such value, bad_address for an address that is none
 */
export function convertValue(
  definition: Pick<AttributeDefinition, 'dataType' | 'column'>,
  value: TargetValue,
  where: string,
): AttributeScalar {
  const { dataType, column } = definition;
  const read = readValue({ dataType, array: false, ...(column && { column }) }, loosenType(dataType, value), where);
  if (typeof read === 'object') {
    throw malformed(`Field '${where}' should be one value`);
  }
  return read;
}

function loosenType(dataType: AttributeDefinition['dataType'], value: TargetValue): TargetValue {
  switch (dataType) {
    case 'STRING':
      return String(value);
    case 'BOOLEAN':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  }
}
