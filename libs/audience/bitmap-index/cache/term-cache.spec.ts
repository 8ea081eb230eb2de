import { describe, expect, it } from 'vitest';
import { createBitmap } from '../model/bitmap.js';
import { TermCache, type CachedAspect } from './term-cache.js';

const aspect = (): CachedAspect => ({ terms: new Map(), isComplete: true });

describe('TermCache', () => {
  it('TermCache stays within its byte limit and evicts the least recently used terms', async () => {
    const cache = new TermCache(20_000);
    const cachedAspect = aspect();
    for (let n = 0; n < 1000; n++) {
      await cache.runEvaluation(async () => {
        cache.add(cachedAspect, `=${n}`, createBitmap([n]));
        const first = cachedAspect.terms.get('=0');
        expect(first).toBeDefined();
        if (first) {
          cache.touch(first);
        }
      });
      expect(cache.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(cachedAspect.terms.has('=999')).toBe(true);
    expect(cachedAspect.terms.has('=1')).toBe(false);
    expect(cachedAspect.isComplete).toBe(false);
  });

  it('TermCache keeps the terms of a running evaluation', async () => {
    const cache = new TermCache(1);
    const cachedAspect = aspect();
    await cache.runEvaluation(async () => {
      cache.add(cachedAspect, '=1', createBitmap([1]));
      await cache.runEvaluation(async () => undefined);
      expect(cachedAspect.terms.get('=1')?.users?.size).toBe(1);
    });
    expect(cachedAspect.terms.size).toBe(0);
    expect(cache.bytes).toBe(0);
  });

  it('TermCache applies changes to bit slices, also to empty ones', () => {
    const cache = new TermCache(1_000_000);
    const cachedAspect = aspect();
    cache.add(cachedAspect, '#1', createBitmap([40]));
    cache.add(cachedAspect, '#2', createBitmap([]));
    const joined = new Map([['#2', createBitmap([33, 40])]]);
    cache.apply(cachedAspect, { aspect: 'a1', removed: createBitmap([33, 40]), added: joined }, () => createBitmap([]));
    expect([cachedAspect.terms.get('#1')?.words?.[1], cachedAspect.terms.get('#2')?.words?.[1]]).toEqual([
      0, 0b1_0000_0010,
    ]);
  });
});
