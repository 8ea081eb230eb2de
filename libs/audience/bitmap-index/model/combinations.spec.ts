import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addCombinations } from './combinations.js';

const WORDS = 4;
const place = fc.integer({ min: 0, max: WORDS * 32 - 1 });

it('addCombinations counts each user once, by the exact sets that contain the user', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(place, { maxLength: 100 }), { minLength: 1, maxLength: 8 }), (sets) => {
      const words = sets.map((users) => {
        const bits = new Int32Array(WORDS);
        users.forEach((user) => (bits[user >>> 5] = (bits[user >>> 5] as number) | (1 << (user & 31))));
        return bits;
      });
      const counts = Array.from({ length: 2 ** sets.length }, () => 1);
      addCombinations(words, counts);
      const expected = Array.from({ length: 2 ** sets.length }, () => 1);
      for (const user of new Set(sets.flat())) {
        const combination = sets.reduce((sum, users, set) => sum + (users.includes(user) ? 2 ** set : 0), 0);
        expected[combination] = (expected[combination] ?? 0) + 1;
      }
      expect(counts).toEqual(expected);
    }),
  );
});
