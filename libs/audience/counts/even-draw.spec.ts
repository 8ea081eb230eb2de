import { describe, expect, it } from 'vitest';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { EvenDraw } from './even-draw.js';

describe('EvenDraw', () => {
  it('EvenDraw returns all numbers if there are fewer than it draws', () => {
    const draw = new EvenDraw(5);
    draw.take([3, 1]);
    draw.take([2]);
    expect(draw.drawn).toEqual([3, 1, 2]);
  });

  it('EvenDraw draws each number equally often, whichever part contains it', () => {
    const random = seeded(1);
    const times = Array.from({ length: 40 }, () => 0);
    const numbers = [...times.keys()];
    for (let round = 0; round < 4000; round++) {
      const draw = new EvenDraw(10, random);
      draw.take(numbers.slice(0, 3));
      draw.take(numbers.slice(3));
      expect(new Set(draw.drawn).size).toBe(10);
      draw.drawn.forEach((number) => (times[number] = (times[number] ?? 0) + 1));
    }
    // 1,000 on average, with a standard deviation of 27.
    expect(Math.min(...times)).toBeGreaterThan(880);
    expect(Math.max(...times)).toBeLessThan(1120);
  });
});
