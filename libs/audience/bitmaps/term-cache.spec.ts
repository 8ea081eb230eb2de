import { describe, expect, it } from 'vitest';
import { bitmapOf } from './bitmap.js';
import { TermCache, type CachedAspect } from './term-cache.js';

const aspect = (): CachedAspect => ({ terms: new Map(), isWhole: true });

describe('the cache of terms', () => {
  it('stays within its bytes, whatever is asked, and drops what was unused longest', async () => {
    const cache = new TermCache(20_000);
    const of = aspect();
    for (let n = 0; n < 1000; n++) {
      await cache.during(async () => {
        cache.add(of, `=${n}`, bitmapOf([n]));
        const first = of.terms.get('=0');
        expect(first).toBeDefined();
        if (first) {
          cache.use(first);
        }
      });
      expect(cache.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(of.terms.has('=999')).toBe(true);
    expect(of.terms.has('=1')).toBe(false);
    expect(of.isWhole).toBe(false);
  });

  it('keeps what an evaluation uses until it ends', async () => {
    const cache = new TermCache(1);
    const of = aspect();
    await cache.during(async () => {
      cache.add(of, '=1', bitmapOf([1]));
      await cache.during(async () => undefined);
      expect(of.terms.get('=1')?.bitmap?.size).toBe(1);
    });
    expect(of.terms.size).toBe(0);
    expect(cache.bytes).toBe(0);
  });

  it('brings planes up to changes, also those that nobody was on', () => {
    const cache = new TermCache(1_000_000);
    const of = aspect();
    cache.add(of, '#1', bitmapOf([40]));
    cache.add(of, '#2', bitmapOf([]));
    const joined = new Map([['#2', bitmapOf([33, 40])]]);
    cache.apply(of, { aspect: 'a1', touched: bitmapOf([33, 40]), joined }, () => bitmapOf([]));
    expect([of.terms.get('#1')?.words?.[1], of.terms.get('#2')?.words?.[1]]).toEqual([0, 0b1_0000_0010]);
  });
});
