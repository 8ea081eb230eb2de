import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, readableColor, textColorOn } from './readable-color.js';

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('Colors of a brand', () => {
  it('A color can be read on light and on dark grounds, and a text on it, whatever it is', () => {
    fc.assert(
      fc.property(colors, (color) => {
        for (const grounds of [
          ['#ffffff', '#f2f4f8'],
          ['#1b212c', '#12161e'],
        ]) {
          const readable = readableColor(color, grounds);
          expect(Math.min(...grounds.map((ground) => contrastOf(readable, ground)))).toBeGreaterThanOrEqual(4.5);
          expect(contrastOf(textColorOn(readable), readable)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { seed: 5, numRuns: 2000 },
    );
  });

  it.each([
    ['#1f5fd0', '#1f5fd0'],
    ['#000000', '#000000'],
  ])('A color %s that can be read stays', (color, same) => {
    expect(readableColor(color, ['#ffffff', '#f2f4f8'])).toBe(same);
  });

  it('Contrasts are those of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
