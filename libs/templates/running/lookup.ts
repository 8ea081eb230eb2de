import type { Expression, PathExpression } from '../syntax/tree.types.js';
import type { TemplateError } from '../syntax/template-error.js';
import { templateFault, type TemplateFault } from '../syntax/template-faults.js';
import { readField, toPlain } from '../values/values.js';
import type { SelectionValue } from '../filters/filter.types.js';
import type { Evaluate, Frame } from './frame.js';
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
export function readLookup({ keys }: PathExpression, refuse: (fault: TemplateFault) => TemplateError): Lookup {
  const [catalog, key, ...fields] = keys;
  if (catalog?.kind !== 'literal' || typeof catalog.value !== 'string') {
    throw refuse(templateFault('catalog_expected'));
  }
  if (!key) {
    throw refuse(templateFault('catalog_whole', catalog.value));
  }
  return { catalog: catalog.value, key, fields };
}

/** A key as it is written; undefined: it is known in the run alone. */
export function literalOf(key: Expression): string | undefined {
  return key.kind === 'literal' ? String(key.value) : undefined;
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
    return typeof key === 'string' || typeof key === 'number' ? readItem(frame, catalog, String(key)) : undefined;
  };
}

/**
 * Reads a selection, else the item with this key. Only the run knows the selections of a catalog. Values that a selection is
 * given stand between its name and what is read of it.
 */
export function compileSelection(catalog: string, name: string, readers: readonly Evaluate[]): Evaluate {
  return (frame) => {
    const count = frame.items?.countParams?.(catalog, name);
    const base =
      count === undefined ? readItem(frame, catalog, name) : readSelection(frame, catalog, name, readers, count);
    return readers.slice(count ?? 0).reduce<unknown>((value, read) => readField(value, read(frame)), base);
  };
}

function readSelection(
  frame: Frame,
  catalog: string,
  name: string,
  readers: readonly Evaluate[],
  count: number,
): readonly unknown[] | undefined {
  const inputs = readers.slice(0, count).map((read) => toPlain(read(frame)));
  const values = inputs.filter((value) => isSelectionValue(value));
  if (values.length < count) {
    return undefined;
  }
  frame.budget.select(catalog, name, values);
  const items = frame.items?.select?.(catalog, name, values) ?? [];
  frame.budget.spend(items.length);
  frame.budget.lookUpAll(catalog, name, values, items.length);
  return items;
}

function readItem(frame: Frame, catalog: string, key: string): unknown {
  frame.budget.lookUp(catalog, key);
  return frame.items?.read(catalog, key);
}

function isSelectionValue(value: unknown): value is SelectionValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
