import { expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import { readDto } from '#platform/validation';
import { CountBatchDto } from './count-batch.dto.js';
import { toGroupBy, type GroupBy } from './group-by.js';

const parseGroupBy = (body: object): GroupBy => toGroupBy(readDto(CountBatchDto, body));

function refusal(request: object): [number, string] {
  try {
    parseGroupBy(request);
  } catch (error) {
    if (error instanceof AppError) {
      return [error.code, error.message];
    }
    throw error;
  }
  throw new Error('accepted');
}

it('toGroupBy keeps values and bounds as given', () => {
  expect(
    parseGroupBy({
      groupBy: {
        profile: 'age',
        buckets: [
          [18, 24],
          ['25', 34.5],
        ],
      },
      values: ['1', 2, true],
    }),
  ).toEqual({
    by: 'profile',
    code: 'age',
    values: ['1', 2, true],
    buckets: [
      { key: '18-24', min: 18, max: 24 },
      { key: '25-34.5', min: '25', max: 34.5 },
    ],
  });
  expect(parseGroupBy({ groupBy: { installation: 'platform' } })).toEqual({ by: 'installation', code: 'platform' });
});

it.each<[object, number, string]>([
  [{ groupBy: {} }, 2020, 'groupBy.profile or groupBy.installation is required'],
  [{ groupBy: { buckets: [[1, 2]] } }, 2020, 'groupBy.profile or groupBy.installation is required'],
  [
    { groupBy: { profile: 'a', installation: 'b' } },
    2004,
    "Field 'groupBy' takes exactly one of profile and installation",
  ],
  [
    { groupBy: { installation: 'platform', buckets: [[1, 2]] } },
    2004,
    "Field 'groupBy.buckets' is for profile attributes",
  ],
  [{ groupBy: { profile: 'a', buckets: {} } }, 2004, "Field 'groupBy.buckets' should be an array"],
  [{ groupBy: { profile: 'a', buckets: [] } }, 2004, "Field 'groupBy.buckets' should not be empty"],
  [{ groupBy: { profile: 'a', buckets: [[1]] } }, 2004, "Field 'groupBy.buckets[0]' should be a pair [min, max]"],
  [{ groupBy: { profile: 'a', buckets: [[1, 2, 3]] } }, 2004, "Field 'groupBy.buckets[0]' should be a pair [min, max]"],
  [{ groupBy: { profile: 'a', buckets: [[1, 2], 3] } }, 2004, "Field 'groupBy.buckets[1]' should be a pair [min, max]"],
  [
    { groupBy: { profile: 'a', buckets: Array.from({ length: 101 }, () => [1, 2]) } },
    2004,
    "Field 'groupBy.buckets' should hold at most 100 entries, it has 101",
  ],
  [{ groupBy: { profile: 'a' }, values: 'x' }, 2004, "Field 'values' should be an array"],
  [{ groupBy: { profile: 'a' }, values: [] }, 2004, "Field 'values' should not be empty"],
  [{ groupBy: { profile: 'a' }, values: [1, null] }, 2004, "Field 'values[1]' should be a text, a number or a boolean"],
])('The count request %j is refused', (request, code, text) => {
  expect(refusal(request)).toEqual([code, text]);
});
