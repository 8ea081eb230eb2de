import { expect, it } from 'vitest';
import { Backoff } from './backoff.js';

const BOUNDS = { firstMs: 100, maxMs: 1000 };
const take = (backoff: Backoff, count: number): number[] => Array.from({ length: count }, () => backoff.next());

it('doubles the pause up to the maximum, and begins again after a success', () => {
  const backoff = new Backoff(BOUNDS, () => 1);
  expect(take(backoff, 6)).toEqual([100, 200, 400, 800, 1000, 1000]);
  backoff.reset();
  expect(backoff.next()).toBe(100);
});

it('is random in its upper half', () => {
  expect(take(new Backoff(BOUNDS, () => 0), 3)).toEqual([50, 100, 200]);
  const pauses = new Set(take(new Backoff({ firstMs: 1000, maxMs: 1000 }), 50));
  expect(pauses.size).toBeGreaterThan(10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

it('never becomes endless', () => {
  const backoff = new Backoff(BOUNDS, () => 1);
  take(backoff, 2000);
  expect(backoff.next()).toBe(1000);
});
