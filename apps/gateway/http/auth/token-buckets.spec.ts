import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.js';

const RATE = { perSecond: 2, burst: 4 };

/** Which of `count` requests at one instant are taken. */
function takenAt(buckets: TokenBuckets, now: number, count: number, key = 1): number {
  return Array.from({ length: count }, () => buckets.consume(key, RATE, now)).filter(
    ({ isAllowed: isTaken }) => isTaken,
  ).length;
}

describe('a bucket', () => {
  it('lets a burst through and then its rate, however often it is asked', () => {
    const buckets = new TokenBuckets();
    expect(takenAt(buckets, 0, 10)).toBe(4);
    expect(takenAt(buckets, 499, 10)).toBe(0);
    expect(takenAt(buckets, 500, 10)).toBe(1);
    expect(takenAt(buckets, 1500, 10)).toBe(2);
    let sum = 0;
    for (let now = 1510; now <= 11_500; now += 10) {
      sum += takenAt(buckets, now, 1);
    }
    expect(sum).toBe(20);
  });

  it('never holds more than the burst', () => {
    const buckets = new TokenBuckets();
    expect(takenAt(buckets, 0, 4)).toBe(4);
    expect(takenAt(buckets, 3_600_000, 10)).toBe(4);
  });

  it('returns the remaining requests and the time of the next one', () => {
    const buckets = new TokenBuckets();
    expect(buckets.consume(1, RATE, 0)).toEqual({
      isAllowed: true,
      remaining: 3,
      resetSeconds: 1,
      retryAfterSeconds: 0,
    });
    takenAt(buckets, 0, 2);
    expect(buckets.consume(1, RATE, 0)).toEqual({
      isAllowed: true,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    });
    expect(buckets.consume(1, RATE, 0)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    });
  });

  it('is of one key, and follows a limit that changes', () => {
    const buckets = new TokenBuckets();
    expect(takenAt(buckets, 0, 10)).toBe(4);
    expect(takenAt(buckets, 0, 10, 2)).toBe(4);
    expect(buckets.consume(2, { perSecond: 100, burst: 100 }, 100).isAllowed).toBe(true);
    expect(buckets.consume(3, { perSecond: 100, burst: 100 }, 0).remaining).toBe(99);
    expect(buckets.consume(3, RATE, 0).remaining).toBe(3);
  });
});
