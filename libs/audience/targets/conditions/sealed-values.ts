import { isSealedText, type AttributeDefinition, type AttributeScalar } from '#libs/users/profiles';
import { malformed } from '#platform/errors';
import type { TargetValue } from './condition.types.js';
import { convertValue } from './convert-value.js';

/** A value of a sealed attribute as it may be stored. One that is sealed already stays. */
export function sealValue(definition: AttributeDefinition, value: TargetValue, where: string): string {
  return isSealedText(value)
    ? value
    : (definition.seal?.sealScalar(convertValue(definition, value, where)) ?? String(value));
}

/** The forms in which rows may have a value of a target. */
export function listStoredForms(definition: AttributeDefinition, value: TargetValue, where: string): AttributeScalar[] {
  if (!definition.seal) {
    return [convertValue(definition, value, where)];
  }
  return definition.seal.listForms(isSealedText(value) ? value : convertValue(definition, value, where));
}

/**
 * Refuses what only clear values allow.
 *
 * @param use  for the error, for example `grouped`
 * @throws AppError malformed for a sealed attribute
 */
export function refuseSealed({ code, sealed }: Pick<AttributeDefinition, 'code' | 'sealed'>, use: string): void {
  if (sealed) {
    throw malformed(
      `Profile attribute '${code.slice(0, 80)}' is sealed: its values are stored encrypted, so they cannot be ${use}. Equality and $exists work`,
    );
  }
}
