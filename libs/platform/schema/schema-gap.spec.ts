import { expect, it } from 'vitest';
import { compareSchema, describeMissing, describeUnknown } from './schema-gap.js';

const KNOWN = ['A1', 'B2', 'C3'];

it('compareSchema distinguishes an empty, an older and a newer database', () => {
  const empty = compareSchema([], KNOWN);
  expect(describeMissing(empty, KNOWN)).toBe('The database has no tables yet: run "herald migrate"');
  const older = compareSchema(['A1', 'B2'], KNOWN);
  expect(describeMissing(older, KNOWN)).toBe(
    'The database is older than this release by 1 migration: run "herald migrate"',
  );
  const same = compareSchema(KNOWN.toReversed(), KNOWN);
  expect([describeMissing(same, KNOWN), describeUnknown(same)]).toEqual([undefined, undefined]);
  const newer = compareSchema([...KNOWN, 'D4', 'E5'], KNOWN);
  expect(describeMissing(newer, KNOWN)).toBeUndefined();
  expect(describeUnknown(newer)).toMatch(/^The database is newer than this release by 2 migrations: /);
});

it('compareSchema finds a migration that a branch has left out, even when later ones were applied', () => {
  const gap = compareSchema(['A1', 'C3', 'D4'], KNOWN);
  expect(gap).toEqual({ missing: ['B2'], unknown: ['D4'] });
});
