import { describe, expect, it } from 'vitest';
import { sensibleRanges } from './sensible-ranges.js';

const at = (date: string): number => Date.parse(date);

describe('sensibleRanges', () => {
  it.each([
    ['whole numbers one by one', 'INT', 1, 5, [1, 2, 3, 4, 5, 6]],
    ['ages by tens', 'INT', 18, 83, [10, 20, 30, 40, 50, 60, 70, 80, 90]],
    ['numbers below zero', 'LONG', -12, 9, [-12, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10]],
    ['fractions', 'DOUBLE', 0.12, 0.58, [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6]],
    ['one number', 'INT', 7, 7, [7, 8]],
    ['one fraction', 'DOUBLE', 2.5, 2.5, [2, 3]],
    ['millions', 'INT', 0, 1_000_000, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => n * 100_000)],
  ] as const)('sensibleRanges groups %s', (_, dataType, least, most, starts) => {
    expect(sensibleRanges(dataType, { least, most })).toEqual(pairs(starts));
  });

  it.each([
    ['days', '2030-02-27', '2030-03-02', ['2030-02-27', '2030-02-28', '2030-03-01', '2030-03-02', '2030-03-03']],
    ['weeks from Monday', '2030-01-01', '2030-01-20', ['2029-12-31', '2030-01-07', '2030-01-14', '2030-01-21']],
    [
      'months',
      '2030-01-15',
      '2030-05-01',
      ['2030-01-01', '2030-02-01', '2030-03-01', '2030-04-01', '2030-05-01', '2030-06-01'],
    ],
    [
      'years',
      '1998-05-05',
      '2003-01-01',
      ['1998', '1999', '2000', '2001', '2002', '2003', '2004'].map((y) => `${y}-01-01`),
    ],
  ])('sensibleRanges cuts time into %s', (_, least, most, starts) => {
    expect(sensibleRanges('TIME_STAMP', { least: at(least), most: at(most) })).toEqual(pairs(starts.map(at)));
  });

  it('sensibleRanges covers every number between the ends in few ranges without gaps', () => {
    for (let size = -9; size < 15; size++) {
      for (const least of [0, 1, -3.7, 1234.5]) {
        const ends = { least, most: least + 7.3 * 10 ** size };
        const ranges = sensibleRanges('DOUBLE', ends);
        expect(ranges.length).toBeLessThanOrEqual(12);
        expect(ranges[0]?.[0]).toBeLessThanOrEqual(ends.least);
        expect(ranges.at(-1)?.[1]).toBeGreaterThan(ends.most);
        expect(ranges.slice(1).every(([from], index) => from === ranges[index]?.[1])).toBe(true);
      }
    }
  });
});

const pairs = (starts: readonly number[]): [number, number][] =>
  starts.slice(1).map((to, index) => [starts[index] ?? Number.NaN, to]);
