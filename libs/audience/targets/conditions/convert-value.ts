import { readValue, type AttributeDefinition, type AttributeScalar } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import type { TargetValue } from './condition.types.js';

/** ECMA-262: the range of time values. */
const MAX_TIME = 8.64e15;
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/**
 * Converts a value of a target to the stored form of the attribute. Clients mix texts and numbers in comparisons; the
 * attribute's type decides. A value that is not among the attribute's options matches no user.
 *
 * @param where  field name for an error, for example `target.profile.age`
 * @throws AppError malformed when the type cannot have such a value, bad_address for an invalid address
 */
export function convertValue(
  definition: Pick<AttributeDefinition, 'dataType' | 'column' | 'country'>,
  value: TargetValue,
  where: string,
): AttributeScalar {
  const { dataType, column, country } = definition;
  const loose = loosenType(dataType, value);
  if (isTime(dataType) && Number.isInteger(loose) && Math.abs(Number(loose)) <= MAX_TIME) {
    // Stored targets may compare with any instant.
    return Number(loose);
  }
  const type = { dataType, array: false, ...(column && { column }), ...(country && { country }) };
  const read = readValue(type, loose, where);
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

/**
 * Converts the end of a range of numbers or dates. Ends for integer attributes may be fractions.
 *
 * @throws AppError malformed for texts and booleans, which have no ranges
 */
export function convertBound(
  { code, dataType, column }: Pick<AttributeDefinition, 'code' | 'dataType' | 'column'>,
  value: TargetValue,
  where: string,
): number {
  if (dataType === 'STRING' || dataType === 'BOOLEAN') {
    throw malformed(
      `Field '${where}': ranges are for numbers and dates; '${code.slice(0, 80)}' is ${column ? 'an address' : `of type ${dataType}`}`,
    );
  }
  return Number(convertValue({ dataType: isTime(dataType) ? dataType : 'DOUBLE' }, value, where));
}

function isTime(dataType: AttributeDefinition['dataType']): boolean {
  return dataType === 'DATE' || dataType === 'TIME_STAMP';
}
