import { expect, it } from 'vitest';
import { groupBy } from './group-by.js';

it('groupBy groups by key in the order of first appearance', () => {
  const groups = groupBy([3, 1, 4, 1, 5, 9, 2, 6], (number) => (number % 2 === 0 ? 'even' : 'odd'));
  expect([...groups]).toEqual([
    ['odd', [3, 1, 1, 5, 9]],
    ['even', [4, 2, 6]],
  ]);
});

it('groupBy accepts any iterable and any key, including undefined and NaN', () => {
  const groups = groupBy(new Set([Number.NaN, undefined, 0]), (item) => item);
  expect(groups.get(undefined)).toEqual([undefined]);
  expect(groups.get(Number.NaN)).toEqual([Number.NaN]);
  expect(groupBy([], String).size).toBe(0);
});
