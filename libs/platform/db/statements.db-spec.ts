import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { numberArray, textArray } from './index.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase({ pool: 1 });
});
afterAll(() => fresh.close());

it.each([
  [[]],
  [['']],
  [['plain', 'two words', 'comma, brace {}', 'NULL', 'null']],
  [['quote "', 'back \\ slash', '\\"', 'line\nbreak\ttab', "it's", 'İ ş 😀 \u2028']],
])('passes texts unchanged: %j', async (texts) => {
  const row = await fresh.db.row<{ texts: string[] }>('SELECT $1::text[] AS texts', [textArray(texts)]);
  expect(row?.texts).toEqual(texts);
});

it('passes numbers unchanged', async () => {
  const numbers = [0, -1, 2 ** 53 - 1];
  const row = await fresh.db.row<{ numbers: number[] }>('SELECT $1::bigint[] AS numbers', [numberArray(numbers)]);
  expect(row?.numbers).toEqual(numbers);
});
