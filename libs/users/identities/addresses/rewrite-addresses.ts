import { createAddressReplacer, type ErasedAddresses } from './replace-addresses.js';

/** Rows of a page: their JSON may have hundreds of kilobytes each. */
const PAGE_SIZE = 100;

/** A row with JSON that may name people. */
export interface WrittenRow {
  id: number;
  content: unknown;
}

/** Statements of a table with JSON that may name people. */
export interface WrittenTable {
  /** Rows behind an id, in the order of the ids. */
  listAfter: (id: number, limit: number) => Promise<readonly WrittenRow[]>;
  /** Locks the rows of some ids that are still there, and reads them again. */
  lock: (ids: readonly number[]) => Promise<readonly WrittenRow[]>;
  /** Replaces the JSON of a locked row. @returns the number of changed rows */
  update: (id: number, json: string) => Promise<number>;
}

/**
 * Puts addresses that no person has in the place of erased ones in all rows of a table. It locks no other rows: they may be
 * written while an erasure goes on.
 *
 * @returns the number of changed rows
 */
export async function rewriteAddresses(table: WrittenTable, erased: ErasedAddresses): Promise<number> {
  const replace = createAddressReplacer(erased);
  let changed = 0;
  let page: readonly WrittenRow[] = [];
  for (let last = 0; erased.addresses.length > 0; last = page.at(-1)?.id ?? last) {
    page = await table.listAfter(last, PAGE_SIZE);
    const named = page.filter(({ content }) => replace(content) !== undefined).map(({ id }) => id);
    for (const { id, content } of named.length === 0 ? [] : await table.lock(named)) {
      const replaced = replace(content);
      changed += replaced === undefined ? 0 : await table.update(id, JSON.stringify(replaced));
    }
    if (page.length < PAGE_SIZE) {
      return changed;
    }
  }
  return changed;
}
