import { describe, expect, it } from 'vitest';
import { compareHeldOut } from './holdout-effect.js';

describe('compareHeldOut', () => {
  it.each([
    // Newcombe (1998), table II, method 10: 56 of 70 against 48 of 80, and 9 of 10 against 3 of 10.
    [56, 70, 48, 80, 0.2, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.6, 0.1705, 0.809],
  ])(
    'Of %i of %i and %i of %i the difference and its bounds are those of the literature',
    (a, m, b, n, d, from, to) => {
      const effect = compareHeldOut({ entered: m + n, converted: a + b, heldOut: n, heldOutConverted: b });
      expect(effect?.reached).toEqual({ people: m, converted: a });
      expect(effect?.difference).toBeCloseTo(d, 4);
      expect(effect?.from).toBeCloseTo(from, 3);
      expect(effect?.to).toBeCloseTo(to, 3);
    },
  );

  it('Without people in one of the groups nothing is compared', () => {
    const none = { entered: 10, converted: 3, heldOut: 0, heldOutConverted: 0 };
    expect(compareHeldOut(none)).toBeUndefined();
    expect(compareHeldOut({ ...none, heldOut: 10 })).toBeUndefined();
  });
});
