import { findNearest, isJsonObject } from '#platform/collections';
import { malformed } from '#platform/errors';
import type { Dto, FieldMetadata } from './field-metadata.js';
import { planOf, type FieldPlan } from './plan.js';

/**
 * Refuses what a request would be forgiven: a name that the class does not have, and an empty or false value in place of an
 * object. For files that a person writes, where ignoring one condition reaches more users than wanted.
 *
 * @param path  where the value stands
 * @throws AppError malformed, with the path of the name and a known one that is nearly called so
 */
export function refuseUnknownNames(dto: Dto, value: unknown, path: string): void {
  if (!isJsonObject(value)) {
    return;
  }
  const plan = planOf(dto);
  const known = plan.filter(({ metadata }) => metadata.reach === undefined);
  for (const [name, inner] of Object.entries(value)) {
    const field = known.find((candidate) => candidate.name === name);
    if (field) {
      refuseInside(field, inner, `${path}.${name}`);
    } else if (!plan.some(takesAnyName)) {
      throw unknownName(
        `${path}.${name}`,
        known.map((candidate) => candidate.name),
        path,
      );
    } else {
      plan.filter(takesAnyName).forEach((open) => refuseInside(open, inner, `${path}.${name}`));
    }
  }
}

/** The refusal of an unknown name. @param owner  what has the known names */
export function unknownName(path: string, known: readonly string[], owner: string): Error {
  const near = findNearest(path.slice(path.lastIndexOf('.') + 1), known);
  const hint = near === undefined ? '' : `, did you mean ${near}?`;
  return malformed(`${path}: unknown name${hint || ';'} ${owner} knows ${known.join(', ')}`);
}

/** A class may say that other names are none. */
function takesAnyName({ metadata, rules }: FieldPlan): boolean {
  return metadata.reach !== undefined && metadata.reach !== 'whole' && rules.every(({ name }) => name !== 'noOthers');
}

/** Tests if a request may have this value in place of none. */
function isForgiven({ normalizers }: FieldMetadata, value: unknown): boolean {
  return normalizers.reduce((present, normalize) => normalize(present, {}), value) === undefined;
}

function refuseInside({ metadata }: FieldPlan, value: unknown, path: string): void {
  const type = metadata.type?.();
  if (value === null || (type && value === false && isForgiven(metadata, value))) {
    throw malformed(`${path} has no value; give it one, or leave the name out`);
  }
  if (!type) {
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((entry: unknown, index) => refuseUnknownNames(type, entry, `${path}[${index}]`));
  } else if (metadata.isMap && isJsonObject(value) && metadata.reach === undefined) {
    Object.entries(value).forEach(([key, entry]) => refuseUnknownNames(type, entry, `${path}.${key}`));
  } else {
    refuseUnknownNames(type, value, path);
  }
}
