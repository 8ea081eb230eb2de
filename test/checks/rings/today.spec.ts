import { describe, expect, it } from 'vitest';

interface Part {
  name: string;
  files: string[];
  alsoDaily: boolean;
  inSlices: boolean;
  env: Record<string, string>;
}

const { pickSlice } = (await import(new URL('../../../scripts/tests/today.mjs', import.meta.url).href)) as {
  pickSlice: (input: object) => Part;
};

const TESTS = ['test/a/1.spec.ts', 'test/a/2.spec.ts', 'test/a/3.spec.ts', 'test/b.spec.ts', 'test/long.spec.ts'];
const PARTS: Part[] = [
  { name: 'a', files: ['test/a/'], alsoDaily: false, inSlices: true, env: {} },
  { name: 'b', files: ['test/b.spec.ts', 'test/long.spec.ts'], alsoDaily: false, inSlices: true, env: { MORE: '1' } },
  { name: 'c', files: ['test/b.spec.ts'], alsoDaily: false, inSlices: false, env: {} },
];

describe('Slice of the full ring for a day', () => {
  it('Consecutive days take every file once and then begin again, and no slice is longer than allowed', () => {
    const days = [0, 1, 2, 3].map((day) => slice(day));
    expect(days.map(({ files }) => files)).toEqual([
      ['test/a/1.spec.ts', 'test/a/2.spec.ts'],
      ['test/a/3.spec.ts'],
      ['test/b.spec.ts'],
      ['test/a/1.spec.ts', 'test/a/2.spec.ts'],
    ]);
  });

  it('A slice has the settings of its part', () => {
    expect(slice(2)).toMatchObject({ name: 'b, slice 3 of 3', env: { MORE: '1' } });
  });

  it('Files of a part that npm test runs too are expected to take several times as long', () => {
    const daily = PARTS.map((part) => ({ ...part, alsoDaily: true }));
    expect(slice(0, daily, 500).files).toEqual(['test/a/1.spec.ts']);
  });
});

function slice(day: number, parts = PARTS, seconds = 250): Part {
  const secondsOf = (path: string): number => (path.includes('long') ? 1000 : 100);
  return pickSlice({ parts, tests: TESTS, secondsOf, seconds, day });
}
