import { isSealedText, type AttributeDefinition, type AttributeScalar } from '#libs/users';
import { isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import { convertValue } from './convert-value.js';
import type { Target, TargetValue } from './target.js';

type Attributes = ReadonlyMap<string, AttributeDefinition>;

/**
 * A target as it may be stored: values of sealed attributes are sealed. `resolveTarget` takes such values too.
 *
 * @throws AppError malformed for a value of another type
 */
export function sealTarget(target: Target, attributes: Attributes): Target {
  switch (target.type) {
    case 'and':
    case 'or':
      return { ...target, of: target.of.map((part) => sealTarget(part, attributes)) };
    case 'profile': {
      const definition = attributes.get(target.code);
      return definition?.seal
        ? { ...target, values: target.values.map((value) => sealValue(definition, value, `target.${target.code}`)) }
        : target;
    }
    default:
      return target;
  }
}

/**
 * The same for the definition of a segment in the form of the specification.
 *
 * @param raw  checked already
 */
export function sealSegmentTarget(raw: unknown, attributes: Attributes): unknown {
  return isJsonObject(raw) && isJsonObject(raw['profile'])
    ? { ...raw, profile: sealConditions(raw['profile'], attributes) }
    : raw;
}

function sealConditions(conditions: Readonly<Record<string, unknown>>, attributes: Attributes): object {
  return Object.fromEntries(
    Object.entries(conditions).map(([code, condition]): [string, unknown] => {
      if (code === '$or' && isJsonObject(condition)) {
        return [code, sealConditions(condition, attributes)];
      }
      const definition = attributes.get(code);
      return [code, definition?.seal ? sealCondition(definition, condition) : condition];
    }),
  );
}

function sealCondition(definition: AttributeDefinition, condition: unknown): unknown {
  if (Array.isArray(condition)) {
    return condition.map((value: unknown) => sealCondition(definition, value));
  }
  return typeof condition === 'string' || typeof condition === 'number' || typeof condition === 'boolean'
    ? sealValue(definition, condition, `target.profile.${definition.code}`)
    : condition;
}

function sealValue(definition: AttributeDefinition, value: TargetValue, where: string): string {
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
