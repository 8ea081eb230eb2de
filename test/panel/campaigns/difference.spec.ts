import { describe, expect, it } from 'vitest';
import { compareShares } from '../../../apps/panel/campaigns/compare/difference.js';

describe('Difference of two shares', () => {
  it('The interval is the published one of Newcombe for his own examples', () => {
    // Newcombe (1998), table II, method 10: 56/70 less 48/80, and 9/10 less 3/10.
    const wide = compareShares({ n: 48, of: 80 }, { n: 56, of: 70 });
    expect(wide?.points).toBeCloseTo(0.2, 10);
    expect(wide?.low).toBeCloseTo(0.0524, 4);
    expect(wide?.high).toBeCloseTo(0.3339, 4);
    expect(wide?.verdict).toBe('more');
  });

  it('A verdict has the sign of the difference, and is none where the interval holds zero', () => {
    expect(compareShares({ n: 300, of: 1000 }, { n: 200, of: 1000 })?.verdict).toBe('less');
    expect(compareShares({ n: 200, of: 1000 }, { n: 210, of: 1000 })?.verdict).toBe('same');
  });

  it('Too few recipients or events have no verdict, and neither have campaigns without a recipient', () => {
    expect(compareShares({ n: 9, of: 10 }, { n: 3, of: 10 })).toBeUndefined();
    expect(compareShares({ n: 1, of: 1000 }, { n: 3, of: 1000 })).toBeUndefined();
    expect(compareShares({ n: 1000, of: 1000 }, { n: 999, of: 1000 })).toBeUndefined();
    expect(compareShares({ n: 0, of: 0 }, { n: 5, of: 100 })).toBeUndefined();
  });

  it('The interval holds the true difference in about 95 of 100 random draws, and stays between -1 and 1', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const draw = (of: number, share: number) => ({
      of,
      n: Array.from({ length: of }, () => random()).filter((value) => value < share).length,
    });
    let [within, all] = [0, 0];
    for (let turn = 0; turn < 1500; turn += 1) {
      const shares = [0.05 + 0.4 * random(), 0.05 + 0.4 * random()] as const;
      const difference = compareShares(draw(200, shares[0]), draw(300, shares[1]));
      if (difference) {
        const { low, high } = difference;
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        all += 1;
        within += low <= shares[1] - shares[0] && shares[1] - shares[0] <= high ? 1 : 0;
      }
    }
    expect(all).toBeGreaterThan(1400);
    expect(within / all).toBeGreaterThan(0.93);
    expect(within / all).toBeLessThan(0.97);
  });
});
