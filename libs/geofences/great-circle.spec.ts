import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm, travel } from '../../test/support/rooms/sphere.js';
import { boundingBox, toRadiusKm } from './great-circle.js';
import type { GeoPoint } from './geofence.types.js';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
/** Anywhere, at the poles, at the 180th meridian. */
const place: fc.Arbitrary<GeoPoint> = fc.record({
  latitude: fc.oneof(number(-90, 90), number(89.5, 90), number(-90, -89.5), fc.constantFrom(-90, 0, 90)),
  longitude: fc.oneof(number(-180, 180), number(179.5, 180), number(-180, -179.5), fc.constantFrom(-180, 0, 180)),
});

function isInside(box: ReturnType<typeof boundingBox>, { latitude, longitude }: GeoPoint): boolean {
  const isBetween = box.south <= latitude && latitude <= box.north;
  return isBetween && box.spans.some(([west, east]) => west <= longitude && longitude <= east);
}

describe('boundingBox', () => {
  it('boundingBox contains every point within the distance, also across the poles and the 180th meridian', () => {
    fc.assert(
      fc.property(place, place, fc.oneof(number(0.001, 50), number(0.001, 20_100)), (centre, point, reach) => {
        const near = distanceKm(centre, point) <= reach;
        return !near || isInside(boundingBox(centre, reach), point);
      }),
      { numRuns: 20_000, seed: 1 },
    );
  });

  it('boundingBox contains points just inside the edge in every direction', () => {
    const nearby = fc.record({ centre: place, reach: number(0.01, 3000), bearing: number(0, 2 * Math.PI) });
    fc.assert(
      fc.property(nearby, ({ centre, reach, bearing }) => {
        const edge = travel(centre, reach * 0.999999, bearing);
        // Within metres of a pole the travelled latitude is rounded by more than the margin.
        return distanceKm(centre, edge) > reach || isInside(boundingBox(centre, reach), edge);
      }),
      { numRuns: 20_000, seed: 2 },
    );
  });

  it('boundingBox is tight: a point one per cent further east or north is outside', () => {
    const box = boundingBox({ latitude: 41, longitude: 29 }, 10);
    expect(isInside(box, travel({ latitude: 41, longitude: 29 }, 10.1, 0))).toBe(false);
    expect(isInside(box, travel({ latitude: 41, longitude: 29 }, 10.1, Math.PI / 2))).toBe(false);
  });

  it('boundingBox has two spans of longitudes around the 180th meridian and all longitudes around a pole', () => {
    expect(boundingBox({ latitude: 0, longitude: 179.99 }, 10).spans).toEqual([
      [expect.closeTo(179.9, 1), 180],
      [-180, expect.closeTo(-179.92, 1)],
    ]);
    expect(boundingBox({ latitude: -89.99, longitude: 12 }, 10).spans[0]).toEqual([-180, 180]);
  });
});

describe('toRadiusKm', () => {
  it.each([
    [5, 'KM', 5],
    [1, 'Miles', 1.609344],
    [300, 'Meters', 0.3],
  ] as const)('toRadiusKm converts %d %s', (radius, unit, km) => {
    expect(toRadiusKm(radius, unit, 'radius')).toBeCloseTo(km, 9);
  });

  it.each([
    [0, 'KM'],
    [-1, 'Meters'],
    [20_016, 'KM'],
    [12_450, 'Miles'],
    [NaN, 'KM'],
    [Infinity, 'KM'],
  ] as const)('toRadiusKm refuses %d %s', (radius, unit) => {
    expect(() => toRadiusKm(radius, unit, 'radius')).toThrow("Field 'radius' should be above 0");
  });
});
