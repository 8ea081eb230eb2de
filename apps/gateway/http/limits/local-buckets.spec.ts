import { describe, expect, it } from 'vitest';
import { LocalBuckets } from './local-buckets.js';

const RATE = { perSecond: 2, burst: 4 };

/** Asks for `count` requests at one instant. @returns the taken ones */
function takenAt(buckets: LocalBuckets, now: number, count: number, key = '1'): number {
  return Array.from({ length: count }, () => buckets.consume(key, RATE, now)).filter(
    ({ isAllowed: isTaken }) => isTaken,
  ).length;
}

describe('LocalBuckets', () => {
  it('A bucket allows a burst and then its rate, however often it is asked', () => {
    const buckets = new LocalBuckets('key');
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

  it('A bucket never holds more than the burst', () => {
    const buckets = new LocalBuckets('key');
    expect(takenAt(buckets, 0, 4)).toBe(4);
    expect(takenAt(buckets, 3_600_000, 10)).toBe(4);
  });

  it('A bucket returns the remaining requests and the time of the next one', () => {
    const buckets = new LocalBuckets('key');
    expect(buckets.consume('1', RATE, 0)).toEqual({
      isAllowed: true,
      remaining: 3,
      resetSeconds: 1,
      retryAfterSeconds: 0,
    });
    takenAt(buckets, 0, 2);
    expect(buckets.consume('1', RATE, 0)).toEqual({
      isAllowed: true,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    });
    expect(buckets.consume('1', RATE, 0)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetSeconds: 2,
      retryAfterSeconds: 1,
    });
  });

  it('A bucket counts one key only and follows a limit that changes', () => {
    const buckets = new LocalBuckets('key');
    expect(takenAt(buckets, 0, 10)).toBe(4);
    expect(takenAt(buckets, 0, 10, '2')).toBe(4);
    expect(buckets.consume('2', { perSecond: 100, burst: 100 }, 100).isAllowed).toBe(true);
    expect(buckets.consume('3', { perSecond: 100, burst: 100 }, 0).remaining).toBe(99);
    expect(buckets.consume('3', RATE, 0).remaining).toBe(3);
  });
});

describe('Reports of a bucket to other processes', () => {
  const LIMIT = { perSecond: 1, burst: 100 };
  const use = (buckets: LocalBuckets, now: number, count: number, key = 'a'): number =>
    Array.from({ length: count }, () => buckets.consume(key, LIMIT, now)).filter(({ isAllowed }) => isAllowed).length;

  it('A bucket reports nothing while a client uses little', () => {
    const buckets = new LocalBuckets('key');
    use(buckets, 0, 10);
    expect(buckets.takeReport(0, 10).uses).toEqual([]);
    use(buckets, 3_600_000, 10);
    expect(buckets.takeReport(3_600_000, 10).uses).toEqual([]);
  });

  it('A bucket reports use above the threshold once, and again after a report that was given back', () => {
    const buckets = new LocalBuckets('key');
    use(buckets, 0, 30);
    const report = buckets.takeReport(0, 10);
    expect(report.uses).toEqual([
      {
        bucket: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
        usedSeconds: 30,
        windowSeconds: 100,
      },
    ]);
    expect(buckets.takeReport(0, 10).uses).toEqual([]);
    report.giveBack();
    expect(buckets.takeReport(0, 10).uses).toHaveLength(1);
  });

  it('The use reported by other processes counts in the local bucket, together with local use since then', () => {
    const buckets = new LocalBuckets('key');
    use(buckets, 0, 30);
    const report = buckets.takeReport(0, 10);
    use(buckets, 10, 5);
    report.accept([90], 20);
    expect(use(buckets, 20, 50)).toBe(5);
    report.accept([180], 20);
    expect(buckets.consume('a', LIMIT, 20)).toMatchObject({ isAllowed: false, retryAfterSeconds: 91 });
  });

  it('Buckets are reported in parts, and their ids differ by limit and client', () => {
    const [buckets, other] = [new LocalBuckets('key'), new LocalBuckets('address')];
    for (const key of ['a', 'b', 'c']) {
      use(buckets, 0, 50, key);
      use(other, 0, 50, key);
    }
    const first = buckets.takeReport(0, 2).uses;
    const rest = buckets.takeReport(0, 2).uses;
    expect([first.length, rest.length]).toEqual([2, 1]);
    const ids = [...first, ...rest, ...other.takeReport(0, 10).uses].map(({ bucket }) => bucket);
    expect(new Set(ids).size).toBe(6);
  });
});
