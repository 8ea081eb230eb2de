import { isJsonObject, isNearly } from '#platform/collections';
import { readClassMetadata, type Dto } from './field-metadata.js';
import { planOf, type FieldPlan } from './plan.js';

/** A field that no request has, and the known one that it is nearly called. */
export interface MisspeltField {
  field: string;
  known: string;
}

const MAX_FOUND = 100;

/**
 * The fields of a body that are ignored although they are nearly named like known ones. Names that someone chooses, as
 * the attributes of a profile, are none of these.
 *
 * @returns at most 100, with the place where each stands
 */
export function findMisspelt(dto: Dto, received: unknown): MisspeltField[] {
  const found: MisspeltField[] = [];
  search(dto, received, '', found);
  return found.slice(0, MAX_FOUND);
}

function search(type: Dto, value: unknown, path: string, found: MisspeltField[]): void {
  if (!isJsonObject(value)) {
    return;
  }
  const { wrapper } = readClassMetadata(type);
  const plan = planOf(type);
  if (wrapper) {
    searchFields(planOf(wrapper.fields()), value[wrapper.name], `${path}${wrapper.name}.`, found);
  }
  searchFields(plan, value, path, found);
}

function searchFields(plan: readonly FieldPlan[], value: unknown, path: string, found: MisspeltField[]): void {
  if (!isJsonObject(value) || plan.some(({ metadata }) => metadata.reach === 'body')) {
    return;
  }
  const known = plan.filter(({ metadata }) => metadata.reach === undefined);
  const takesOthers = plan.some(({ metadata }) => metadata.reach === 'others');
  for (const [name, inner] of Object.entries(value)) {
    const field = known.find((candidate) => candidate.name === name);
    if (field) {
      searchInside(field, inner, `${path}${name}`, found);
    } else if (!takesOthers && found.length < MAX_FOUND) {
      const near = known.find((candidate) => isNearly(name, candidate.name) && !Object.hasOwn(value, candidate.name));
      if (near) {
        found.push({ field: `${path}${name}`.slice(0, 200), known: near.name });
      }
    }
  }
}

function searchInside({ metadata }: FieldPlan, value: unknown, path: string, found: MisspeltField[]): void {
  const type = metadata.type?.();
  if (!type) {
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((entry, index) => search(type, entry, `${path}[${index}].`, found));
  } else if (metadata.isMap && isJsonObject(value)) {
    Object.entries(value).forEach(([key, entry]) => search(type, entry, `${path}.${key}.`, found));
  } else {
    search(type, value, `${path}.`, found);
  }
}
