import { expect, it } from 'vitest';
import { splitBuckets } from './ranges.js';

it.each([
  [0, 1],
  [200_000, 1],
  [200_001, 2],
  [1_000_000, 6],
  [5_000_000, 26],
  [10 ** 9, 1024],
])('%i users are read in %i ranges that cover every bucket', (users, count) => {
  const ranges = splitBuckets(users);
  expect(ranges).toHaveLength(count);
  expect(ranges.flatMap(({ vbFrom, vbTo }) => Array.from({ length: vbTo - vbFrom }, (_, i) => vbFrom + i))).toEqual(
    Array.from({ length: 1024 }, (_, vb) => vb),
  );
});
