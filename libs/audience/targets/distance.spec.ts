import { describe, expect, it } from 'vitest';
import { distanceKm } from './distance.js';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('distanceKm', () => {
  it.each([
    ['a degree of a meridian', at(10, 20), at(11, 20), 111.195],
    ['a degree of the equator', at(0, 0), at(0, 1), 111.195],
    ['across the 180th meridian', at(0, 179.5), at(0, -179.5), 111.195],
    ['over the pole', at(89.5, 0), at(89.5, 180), 111.195],
    ['to the antipode', at(0, 0), at(0, 180), 20_015.087],
    ['nowhere', at(41, 29), at(41, 29), 0],
    ['Istanbul to Ankara', at(41.0082, 28.9784), at(39.9334, 32.8597), 349.36],
  ])('distanceKm returns the known distance in both directions: %s', (_, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, 1);
    expect(distanceKm(b, a)).toBeCloseTo(km, 1);
  });
});
