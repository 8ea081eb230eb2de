import type { Filter } from './filter.types.js';
import { LIST_FILTERS } from './list-filters.js';
import { LOCAL_FILTERS } from './local-filters.js';
import { NUMBER_FILTERS } from './number-filters.js';
import { TEXT_FILTERS } from './text-filters.js';

/** Every filter that a template may use. A map, so that no name of JavaScript is one. */
const FILTERS: ReadonlyMap<string, Filter> = new Map(
  [TEXT_FILTERS, LIST_FILTERS, NUMBER_FILTERS, LOCAL_FILTERS].flatMap((table) => Object.entries(table)),
);

export const FILTER_NAMES: readonly string[] = [...FILTERS.keys()];

export function isFilter(name: string): boolean {
  return FILTERS.has(name);
}

/** @throws Error for a name that no template can have */
export function findFilter(name: string): Filter {
  const filter = FILTERS.get(name);
  if (!filter) {
    throw new Error(`No filter ${name}`);
  }
  return filter;
}
