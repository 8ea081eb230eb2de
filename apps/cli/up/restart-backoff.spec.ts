import { describe, expect, it } from 'vitest';
import { RestartBackoff } from './restart-backoff.js';

describe('the wait before a restart', () => {
  it('stays short for a process that lived a while, however often it dies', () => {
    const backoff = new RestartBackoff();
    expect([6000, 5000, 20_000, 7000, 61_000, 5000].map((lived) => backoff.next(lived))).toEqual(
      Array.from({ length: 6 }, () => 500),
    );
  });

  it('grows for a process that dies right after its start, to a bound', () => {
    const backoff = new RestartBackoff();
    expect([10, 4000, 4999, 0, 100, 100, 100].map((lived) => backoff.next(lived))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('grows further for a process that does not start', () => {
    const backoff = new RestartBackoff();
    expect(Array.from({ length: 8 }, () => backoff.next(null))).toEqual([
      500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('begins again after a process that lived a while', () => {
    const backoff = new RestartBackoff();
    expect([null, null, null, 5000, 10].map((lived) => backoff.next(lived))).toEqual([500, 1000, 2000, 500, 1000]);
  });
});
