import { describe, expect, it } from 'vitest';
import { drawSample } from './sample.js';

const users = Uint32Array.from({ length: 20_000 }, (_, n) => n * 1024 + (n % 1024));

describe('Sample of users (4.2 limit)', () => {
  it.each([0, 1, 2, 999, 10_000, 19_999, 20_000, 50_000])('A sample has exactly %i users, or all of them', (size) => {
    const sample = drawSample(users, size, '7');
    expect(sample).toHaveLength(Math.min(size, users.length));
    expect(new Set(sample).size).toBe(sample.length);
    const all = new Set(users);
    expect(sample.every((uid) => all.has(uid))).toBe(true);
  });

  it('A sample is the same for the same key in any order, and different for another key', () => {
    const sample = drawSample(users, 500, '7');
    expect(drawSample(users.toReversed(), 500, '7').toSorted()).toEqual(sample.toSorted());
    const shared = new Set(sample);
    const both = drawSample(users, 500, '8').filter((uid) => shared.has(uid)).length;
    expect(both).toBeLessThan(50);
  });

  it('A sample is contained in a larger sample with the same key', () => {
    const larger = new Set(drawSample(users, 5000, '7'));
    expect(drawSample(users, 100, '7').every((uid) => larger.has(uid))).toBe(true);
  });

  it('A sample is uniform: over many draws every user is drawn about equally often', () => {
    const few = users.slice(0, 100);
    const drawn = new Map<number, number>();
    for (let draw = 0; draw < 2000; draw++) {
      for (const uid of drawSample(few, 10, String(draw))) {
        drawn.set(uid, (drawn.get(uid) ?? 0) + 1);
      }
    }
    const expected = 200;
    const chiSquare = [...few].reduce((sum, uid) => sum + ((drawn.get(uid) ?? 0) - expected) ** 2 / expected, 0);
    // 99 degrees of freedom: above 160 lies one draw in ten thousand, and these draws never change.
    expect(chiSquare).toBeLessThan(160);
  });
});
