import { expect, it } from 'vitest';
import { Backoff, retry } from './retry.js';

const failUntil = (success: number) => async (attempt: number) => {
  if (attempt < success) {
    throw new Error(`attempt ${attempt}`);
  }
  return attempt;
};

it('The function retry runs until an attempt succeeds', async () => {
  const pauses: number[] = [];
  const pauseMs = (attempt: number): number => {
    pauses.push(attempt);
    return 0;
  };
  expect(await retry(failUntil(3), { attempts: 5, isRetryable: () => true, pauseMs })).toBe(3);
  expect(pauses).toEqual([1, 2]);
});

it('The function retry throws the last error after the last attempt', async () => {
  await expect(retry(failUntil(9), { attempts: 2, isRetryable: () => true })).rejects.toThrow('attempt 2');
});

it('The function retry does not repeat after an error that is not retryable', async () => {
  await expect(retry(failUntil(9), { isRetryable: () => false })).rejects.toThrow('attempt 1');
});

const BOUNDS = { firstMs: 100, maxMs: 1000 };
const take = (backoff: Backoff, count: number): number[] => Array.from({ length: count }, () => backoff.next());

it('A backoff doubles the pause up to the maximum, and starts again after a reset', () => {
  const backoff = new Backoff(BOUNDS, () => 1);
  expect(take(backoff, 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});

it('A pause of a backoff is random between half of its bound and the whole', () => {
  expect(take(new Backoff(BOUNDS, () => 0), 3)).toEqual([50, 100, 200]);
  const pauses = new Set(take(new Backoff({ firstMs: 1000, maxMs: 1000 }), 50));
  expect(pauses.size).toBeGreaterThan(10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

it('A backoff stays at its maximum after thousands of pauses', () => {
  const backoff = new Backoff(BOUNDS, () => 1);
  take(backoff, 2000);
  expect(backoff.next()).toBe(1000);
});
