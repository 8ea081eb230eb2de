import type { AttributeDefinition } from '#libs/users/profiles';
import { isJsonObject } from '#platform/collections';
import { AppError } from '#platform/errors';
import { sealValue } from './conditions/sealed-values.js';

type Attributes = ReadonlyMap<string, AttributeDefinition>;

/**
 * A form that is still written, as it may be stored: values of sealed attributes are sealed in its conditions (`profile`)
 * and in the lines of an audience (`kind`, `code`, `text`). One that is not of its type yet is sealed as it is written.
 */
export function sealForm(form: unknown, attributes: Attributes): unknown {
  if (Array.isArray(form)) {
    return form.map((part: unknown) => sealForm(part, attributes));
  }
  if (!isJsonObject(form)) {
    return form;
  }
  const { kind, code, text } = form;
  const definition = kind === 'attribute' && typeof code === 'string' ? attributes.get(code) : undefined;
  const entries = Object.entries(form).map(([name, part]): [string, unknown] => [
    name,
    name === 'profile' ? sealConditions(part, attributes) : sealForm(part, attributes),
  ]);
  return {
    ...Object.fromEntries(entries),
    ...(definition?.seal && typeof text === 'string' && { text: sealLine(definition, text) }),
  };
}

/** Conditions by code, and groups of them. */
function sealConditions(conditions: unknown, attributes: Attributes): unknown {
  if (Array.isArray(conditions)) {
    return conditions.map((group: unknown) => sealConditions(group, attributes));
  }
  if (!isJsonObject(conditions)) {
    return conditions;
  }
  return Object.fromEntries(
    Object.entries(conditions).map(([code, condition]): [string, unknown] => {
      const definition = attributes.get(code);
      return [code, definition?.seal ? sealAll(definition, condition) : sealConditions(condition, attributes)];
    }),
  );
}

/** Every value below a code, behind whichever operators. */
function sealAll(definition: AttributeDefinition, condition: unknown): unknown {
  if (Array.isArray(condition)) {
    return condition.map((value: unknown) => sealAll(definition, value));
  }
  if (isJsonObject(condition)) {
    return Object.fromEntries(Object.entries(condition).map(([name, value]) => [name, sealAll(definition, value)]));
  }
  // `$exists` has a flag, which is no value of the attribute.
  const isValue = typeof condition === 'string' || typeof condition === 'number';
  return isValue ? sealWritten(definition, condition) : condition;
}

/** Values with commas between. */
function sealLine(definition: AttributeDefinition, text: string): string {
  return text
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : [sealWritten(definition, part.trim())]))
    .join(', ');
}

function sealWritten(definition: AttributeDefinition, value: string | number): string {
  const isNumber = ['INT', 'LONG', 'DOUBLE'].includes(definition.dataType) && !Number.isNaN(Number(value));
  try {
    return sealValue(definition, isNumber ? Number(value) : value, definition.code);
  } catch (error) {
    if (error instanceof AppError && definition.seal) {
      return definition.seal.sealScalar(String(value));
    }
    throw error;
  }
}
