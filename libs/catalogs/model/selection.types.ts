import type { ItemValue } from './item-value.types.js';

/** Tests of one field, which combine with AND. */
export const TESTS = ['is', 'isNot', 'atLeast', 'atMost', 'above', 'below', 'has'] as const;
export type Test = (typeof TESTS)[number];
/** Tests that take a list of values, too. */
export const LISTING_TESTS: ReadonlySet<Test> = new Set(['is', 'isNot', 'has']);
type SelectionTest = Readonly<Partial<Record<Test, ItemValue>>>;

/** A list of items by conditions, as the application file has it. */
export interface SelectionDefinition {
  name: string;
  /** Conditions by field, which combine with AND. */
  where: Readonly<Record<string, SelectionTest>>;
  /** Fields whose values the template gives. */
  same: readonly string[];
  /** A field, behind `-` from the highest value down; null: by key. */
  sort: string | null;
  limit: number;
}

/** A stored selection. */
export interface Selection extends SelectionDefinition {
  id: number;
}

/** An item in a selection: its place among those with the same values. Both are digits of base 16. */
export interface SelectedItem {
  key: string;
  grouped: string;
  rank: string;
}
