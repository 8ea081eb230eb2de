import { describe, expect, it } from 'vitest';
import { distanceOf, ringStep, toPlane, windOf } from '../../../apps/panel/geofences/plane/projection.js';
import { readPlace } from '../../../apps/panel/geofences/read-place.js';
import { seeded } from '../../support/rooms/seeded-random.js';
import { distanceKm, travel } from '../../support/rooms/sphere.js';

describe('readPlace', () => {
  it.each([
    ['41.0256, 28.9742', 41.0256, 28.9742],
    [' -33.8568;151.2153 ', -33.8568, 151.2153],
    ['geo:41.0256,28.9742;u=35', 41.0256, 28.9742],
    ['geo:41.0256,28.9742,100?z=12', 41.0256, 28.9742],
    ['https://www.openstreetmap.org/#map=17/41.0256/28.9742', 41.0256, 28.9742],
    ['https://www.openstreetmap.org/?mlat=41.0256&mlon=28.9742#map=17/41.03/28.98', 41.0256, 28.9742],
    ['https://www.google.com/maps/@41.0256,28.9742,17z', 41.0256, 28.9742],
    [
      'https://www.google.com/maps/place/Galata/@41.03,28.98,17z/data=!3m1!4b1!4m6!8m2!3d41.0256!4d28.9742',
      41.0256,
      28.9742,
    ],
    ['https://maps.google.com/?q=41.0256,28.9742', 41.0256, 28.9742],
    ['https://www.google.com/maps/search/?api=1&query=41.0256%2C28.9742', 41.0256, 28.9742],
    ['https://maps.apple.com/?ll=41.0256,28.9742&q=Galata', 41.0256, 28.9742],
    ['https://maps.apple.com/place?coordinate=41.0256,28.9742&name=Galata', 41.0256, 28.9742],
    ['41°01\'32.2"N 28°58\'27.1"E', 41.02561, 28.97419],
    ['33°51\'24.5"S, 151°12\'55.1"E', -33.85681, 151.21531],
  ])('readPlace reads a place from %s', (text, latitude, longitude) => {
    const place = readPlace(text);
    expect(place?.latitude).toBeCloseTo(latitude, 4);
    expect(place?.longitude).toBeCloseTo(longitude, 4);
  });

  it.each([
    '',
    'Galata',
    '41.0256',
    '91, 29',
    '41, 181',
    'https://maps.app.goo.gl/abcDEF123',
    'https://www.google.com/maps/place/Galata',
    'javascript:alert(1)',
  ])('readPlace finds no place in %s', (text) => {
    expect(readPlace(text)).toBeUndefined();
  });
});

describe('Plane around a place', () => {
  it('The plane keeps distances and directions from its middle', () => {
    const random = seeded(7);
    for (let n = 0; n < 2000; n++) {
      const centre = { latitude: random() * 160 - 80, longitude: random() * 360 - 180 };
      const km = 0.01 + random() ** 3 * 500;
      const bearing = random() * 2 * Math.PI;
      const place = travel(centre, km, bearing);
      const spot = toPlane(centre, place);
      expect(distanceOf(spot) / distanceKm(centre, place)).toBeCloseTo(1, 4);
      const turned = Math.atan2(spot.east, spot.north) - bearing;
      expect(Math.cos(turned)).toBeCloseTo(1, 3);
    }
    expect(toPlane({ latitude: 41, longitude: 29 }, { latitude: 41, longitude: 29 })).toEqual({ east: 0, north: 0 });
  });

  it('The plane names directions, and has rings at round distances', () => {
    expect(windOf({ east: 0, north: 1 })).toBe('n');
    expect(windOf({ east: -1, north: -1 })).toBe('sw');
    expect(windOf({ east: -1, north: 1 })).toBe('nw');
    expect([0.1, 1, 3, 6, 40].map(ringStep)).toEqual([0.02, 0.2, 1, 2, 10]);
  });
});
