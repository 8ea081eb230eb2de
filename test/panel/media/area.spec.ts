import { describe, expect, it } from 'vitest';
import { centreOf, nameOfPart, readArea, SHAPES, textsOf, type Shape } from '../../../apps/panel/media/crop/area.js';

const SIZES = [
  { width: 1200, height: 400 },
  { width: 400, height: 1200 },
  { width: 7, height: 7 },
  { width: 1, height: 8192 },
];

describe('Parts of a picture', () => {
  it.each(SIZES)('Every shape of %j is inside of it, in the middle, and as large as it can be', (size) => {
    for (const shape of Object.keys(SHAPES) as Shape[]) {
      const area = centreOf(size, shape);
      const { left, top, width, height } = area;
      expect(readArea(textsOf(area), size)).toEqual(area);
      expect(width === size.width || height === size.height, shape).toBe(true);
      expect(Math.abs(size.width - width - 2 * left)).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - height - 2 * top)).toBeLessThanOrEqual(1);
    }
  });

  it('A wide picture becomes a square by its height', () => {
    expect(centreOf({ width: 1200, height: 400 }, 'square')).toEqual({ left: 400, top: 0, width: 400, height: 400 });
  });

  it.each([
    { left: '0', top: '0', width: '101', height: '50' },
    { left: '60', top: '0', width: '50', height: '50' },
    { left: '0', top: '0', width: '0', height: '50' },
    { left: '', top: '0', width: '50', height: '50' },
    { left: '-1', top: '0', width: '50', height: '50' },
    { left: '0', top: '1e1', width: '50', height: '20' },
  ])('The texts %j name no part of a picture of 100 by 50', (texts) => {
    expect(readArea(texts, { width: 100, height: 50 })).toBeUndefined();
  });

  it.each([
    ['banner.png', 'image/png', 'banner-crop.png'],
    ['old.webp', 'image/png', 'old-crop.png'],
    ['no ending', 'image/jpeg', 'no ending-crop.jpg'],
  ])('The part of %s as %s is called %s', (name, type, part) => {
    expect(nameOfPart(name, type)).toBe(part);
  });
});
