import { describe, expect, it } from 'vitest';
import { RestartBackoff } from './restart-backoff.js';

describe('RestartBackoff', () => {
  it('The restart delay stays short for a process that ran for a while, however often it ends', () => {
    const backoff = new RestartBackoff();
    expect([6000, 5000, 20_000, 7000, 61_000, 5000].map((lived) => backoff.next(lived))).toEqual(
      Array.from({ length: 6 }, () => 500),
    );
  });

  it('The restart delay grows up to a limit for a process that ends right after its start', () => {
    const backoff = new RestartBackoff();
    expect([10, 4000, 4999, 0, 100, 100, 100].map((lived) => backoff.next(lived))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('The restart delay grows up to a higher limit for a process that does not start', () => {
    const backoff = new RestartBackoff();
    expect(Array.from({ length: 8 }, () => backoff.next(null))).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('The restart delay starts over after a process that ran for a while', () => {
    const backoff = new RestartBackoff();
    expect([null, null, null, 5000, 10].map((lived) => backoff.next(lived))).toEqual([500, 1000, 2000, 500, 1000]);
  });
});
