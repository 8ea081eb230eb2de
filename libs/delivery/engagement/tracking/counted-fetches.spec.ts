import { describe, expect, it } from 'vitest';
import { CountedFetches } from './counted-fetches.js';

const HOUR_MS = 3_600_000;

describe('CountedFetches', () => {
  it('A message counts once a day for each kind', () => {
    let now = 0;
    const counted = new CountedFetches(() => now);
    expect(counted.take('opened', 'a')).toBeDefined();
    expect(counted.take('opened', 'a')).toBeUndefined();
    expect(counted.take('clicked', 'a')).toBeDefined();
    expect(counted.take('opened', 'b')).toBeDefined();
    now = 23 * HOUR_MS;
    expect(counted.take('opened', 'a')).toBeUndefined();
    now = 24 * HOUR_MS;
    expect(counted.take('opened', 'a')).toBeDefined();
    expect(counted.size).toBe(1);
  });

  it('A message that was given back counts again', () => {
    const counted = new CountedFetches(() => 0);
    counted.giveBack(counted.take('opened', 'a'));
    counted.giveBack(undefined);
    expect(counted.take('opened', 'a')).toBeDefined();
  });

  it('The oldest messages are forgotten where there are too many, and others are not', () => {
    const counted = new CountedFetches(() => 0, 3);
    const takeAll = (...messages: string[]) => messages.map((message) => counted.take('opened', message) !== undefined);
    expect(takeAll('a', 'b', 'c', 'd')).toEqual([true, true, true, true]);
    expect(counted.size).toBe(3);
    expect(takeAll('d', 'c')).toEqual([false, false]);
    expect(takeAll('a')).toEqual([true]);
  });

  it('Two processes have other hashes of one message', () => {
    const [first, second] = [new CountedFetches(() => 0), new CountedFetches(() => 0)];
    expect(first.take('opened', 'a')).not.toBe(second.take('opened', 'a'));
  });
});
