import type { AttributeDefinition } from '#libs/users/profiles';
import { isJsonObject } from '#platform/collections';
import { convertValue } from './conditions/convert-value.js';
import { sealValue } from './conditions/sealed-values.js';
import type { Target } from './target.js';
import { TARGET_GROUPS } from './target-group.decorators.js';

type Attributes = ReadonlyMap<string, AttributeDefinition>;

/** Operators of one attribute that have conditions inside. */
const NESTED: ReadonlySet<string> = new Set(['$not', '$nor', '$and', '$or']);

/**
 * A target as it may be stored: values of sealed attributes are sealed, and addresses are in the form in which users have
 * them, so that an erasure finds them. `resolveTarget` takes such values too.
 *
 * @throws AppError malformed for a value of another type, bad_address
 */
export function sealTarget(target: Target, attributes: Attributes): Target {
  switch (target.type) {
    case 'and':
    case 'or':
    case 'not':
      return { ...target, of: target.of.map((part) => sealTarget(part, attributes)) };
    case 'profile': {
      const definition = target.on === 'installation' ? undefined : attributes.get(target.code);
      if (!definition?.seal && !definition?.column) {
        return target;
      }
      const toStored = definition.seal ? sealValue : convertValue;
      return { ...target, values: target.values.map((value) => toStored(definition, value, `target.${target.code}`)) };
    }
    default:
      return target;
  }
}

/**
 * Seals the definition of a segment in the form of the specification.
 *
 * @param raw  checked already
 */
export function sealSegmentTarget(raw: unknown, attributes: Attributes): unknown {
  if (!isJsonObject(raw)) {
    return raw;
  }
  const { profile } = raw;
  const groups = TARGET_GROUPS.flatMap((name): [string, unknown][] => {
    const group = raw[name];
    return Array.isArray(group) ? [[name, group.map((part) => sealSegmentTarget(part, attributes))]] : [];
  });
  return {
    ...raw,
    ...(isJsonObject(profile) && { profile: sealConditions(profile, attributes) }),
    ...Object.fromEntries(groups),
  };
}

/** Conditions by code, and groups of them. */
function sealConditions(conditions: unknown, attributes: Attributes): unknown {
  if (Array.isArray(conditions)) {
    return conditions.map((group: unknown) => sealConditions(group, attributes));
  }
  return isJsonObject(conditions)
    ? Object.fromEntries(
        Object.entries(conditions).map(([code, condition]): [string, unknown] => {
          const definition = attributes.get(code);
          return [
            code,
            code.startsWith('$')
              ? sealConditions(condition, attributes)
              : definition?.seal
                ? sealCondition(definition, condition)
                : condition,
          ];
        }),
      )
    : conditions;
}

/** A value, values, or operators over them. */
function sealCondition(definition: AttributeDefinition, condition: unknown): unknown {
  if (Array.isArray(condition)) {
    return condition.map((value: unknown) => sealCondition(definition, value));
  }
  if (isJsonObject(condition)) {
    return Object.fromEntries(
      Object.entries(condition).map(([name, value]) => [
        name,
        NESTED.has(name) ? sealCondition(definition, value) : value,
      ]),
    );
  }
  return typeof condition === 'string' || typeof condition === 'number' || typeof condition === 'boolean'
    ? sealValue(definition, condition, `target.profile.${definition.code}`)
    : condition;
}
