import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/support/database/database.js';
import { bigintArray, integerArray, numberArray, smallintArray, textArray } from './index.js';

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
])('textArray passes texts unchanged: %j', async (texts) => {
  const row = await fresh.db.row<{ texts: string[] }>('SELECT $1::text[] AS texts', [textArray(texts)]);
  expect(row?.texts).toEqual(texts);
});

it('numberArray passes numbers unchanged', async () => {
  const numbers = [0, -1, 2 ** 53 - 1];
  const row = await fresh.db.row<{ numbers: number[] }>('SELECT $1::bigint[] AS numbers', [numberArray(numbers)]);
  expect(row?.numbers).toEqual(numbers);
});

it.each([
  ['bigint', bigintArray, [0, -1, 1, 2 ** 31, 2 ** 32, 2 ** 32 - 1, -(2 ** 32), 2 ** 52 + 5, 2 ** 53 - 1, 1 - 2 ** 53]],
  ['integer', integerArray, [0, -1, 1, 1023, 2 ** 31 - 1, -(2 ** 31)]],
  ['smallint', smallintArray, [0, -1, 1, 1023, 2 ** 15 - 1, -(2 ** 15)]],
])('The binary array of %s passes numbers unchanged, and an empty list', async (type, write, numbers) => {
  for (const list of [numbers, numbers.slice(0, 1), []]) {
    const row = await fresh.db.row<{ texts: string[] }>(`SELECT $1::${type}[]::text[] AS texts`, [write(list)]);
    expect(row?.texts).toEqual(list.map(String));
  }
});

it.each([
  ['integer', integerArray, 2 ** 31],
  ['smallint', smallintArray, 2 ** 15],
])('The binary array rejects a number that is too large for %s', (_, write, number) => {
  expect(() => write([number])).toThrow(RangeError);
});
