import type { Expression, PathExpression } from '../syntax/tree.types.js';
import type { TemplateError } from '../syntax/template-error.js';
import { toPlain } from '../values/values.js';
import type { Evaluate } from './frame.js';
import type { Scope } from './scope.js';

/** `catalogs.products[sku].title`: the catalogs of the application, unless the template has a variable of this name. */
const CATALOGS = 'catalogs';

interface Lookup {
  catalog: string;
  key: Expression;
  /** Keys inside the item. */
  fields: readonly Expression[];
}

export function isLookup({ name }: PathExpression, scope: Scope): boolean {
  return name === CATALOGS && scope.find(CATALOGS) === undefined;
}

/**
 * Takes a look-up apart. A catalog is read by key alone: it may hold a million items.
 *
 * @param refuse  makes a fault with its place
 * @throws TemplateError
 */
export function readLookup({ keys }: PathExpression, refuse: (reason: string) => TemplateError): Lookup {
  const [catalog, key, ...fields] = keys;
  if (catalog?.kind !== 'literal' || typeof catalog.value !== 'string') {
    throw refuse('the name of a catalog follows catalogs, as in catalogs.products[sku].title');
  }
  if (!key) {
    throw refuse(`a catalog is read by key, as in catalogs.${catalog.value}[key], and not as a whole`);
  }
  return { catalog: catalog.value, key, fields };
}

/** The field that a look-up reads; undefined: the whole item, or one that is known in the run alone. */
export function fieldOf([field]: readonly Expression[]): string | undefined {
  return field?.kind === 'literal' ? String(field.value) : undefined;
}

/** The name of a look-up without its key, which may be a value of a person: `catalogs.products.title`. */
export function nameOfLookup({ keys: [catalog, , ...fields] }: PathExpression): string {
  const names = [catalog, ...fields].flatMap((key) => (key?.kind === 'literal' ? [String(key.value)] : []));
  return [CATALOGS, ...names].join('.');
}

/** Reads an item. Numbers stand for the texts of keys; any other key has no item. */
export function compileItem(catalog: string, readKey: Evaluate): Evaluate {
  return (frame) => {
    const key = toPlain(readKey(frame));
    if (typeof key !== 'string' && typeof key !== 'number') {
      return undefined;
    }
    frame.budget.lookUp(catalog, String(key));
    return frame.items?.read(catalog, String(key));
  };
}
