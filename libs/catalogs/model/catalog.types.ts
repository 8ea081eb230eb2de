import type { FeedDefinition } from './feed.types.js';
import type { ItemValue } from './item-value.types.js';
import type { Selection, SelectionDefinition } from './selection.types.js';
import type { Watch, WatchDefinition } from './watch.types.js';

export const FIELD_TYPES = ['STRING', 'INT', 'LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP', 'URL'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
/** A type, or a list of values of it: `STRING[]`. */
export type ItemType = FieldType | `${FieldType}[]`;

/** A catalog as the application file has it. */
export interface CatalogDefinition {
  name: string;
  /** The field of an item that identifies it. */
  key: string;
  /** Types by field. */
  fields: Readonly<Record<string, ItemType>>;
  selections: readonly SelectionDefinition[];
  watches: readonly WatchDefinition[];
}

/** A catalog with items and a feed that the file has too. */
export interface WrittenCatalog extends CatalogDefinition {
  feed: FeedDefinition | undefined;
  items: readonly ItemChange[];
}

/** A stored catalog. The version rises with every change of its items. */
export interface Catalog extends CatalogDefinition {
  id: number;
  selections: readonly Selection[];
  watches: readonly Watch[];
  version: number;
  items: number;
  changedAt: Date;
}

/** Values of one item, as a request gives them. */
export interface ItemChange {
  key: string;
  value: Readonly<Record<string, ItemValue>>;
}

/** A stored item. */
export interface CatalogItem {
  key: string;
  value: Readonly<Record<string, ItemValue>>;
  changedAt: Date;
}
