import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seeded } from '../../../../test/support/rooms/seeded-random.js';
import { distanceKm } from '../../targets/distance.js';
import { createBitmap, createEmptyBitmap, disposeBitmaps, type Bitmap } from '../model/bitmap.js';
import { takePositions } from '../model/words.js';
import { SLICE_SIZE } from '../model/terms.js';
import { Circle } from './circle.js';
import { PlaceColumns } from './place-columns.js';
import { MAX_PLACES, putPlaces, type SourcePlace } from './place-terms.js';

/** `RUNS=5000 npx vitest run libs/audience/bitmap-index/places` */
const RUNS = Number(process.env['RUNS'] ?? 500);
const SLICE = 3;
const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

/** Anywhere, at the poles and at the 180th meridian. */
const anywhere = fc.record({
  latitude: fc.oneof(degrees(90), fc.constantFrom(90, -90, 89.99999, -89.9999, 0)),
  longitude: fc.oneof(degrees(180), fc.constantFrom(180, -180, 179.99999, -179.9999, 0)),
});
/** Kilometres: none, below the grid, and up to half the earth. */
const radius = fc.oneof(
  fc.constantFrom(0, 0.0001, 0.001, 0.002, 8999, 9001, 20_015),
  fc.double({ min: 0, max: 0.01, noNaN: true }),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 20_015, noNaN: true }),
);

/** A point in a direction, by the formula for destinations: most are near the line of a circle. */
function away(from: { latitude: number; longitude: number }, km: number, bearing: number) {
  const [angle, south, west] = [km / 6371, (from.latitude * Math.PI) / 180, (from.longitude * Math.PI) / 180];
  const sine = Math.sin(south) * Math.cos(angle) + Math.cos(south) * Math.sin(angle) * Math.cos(bearing);
  const latitude = Math.asin(Math.max(-1, Math.min(1, sine)));
  const longitude =
    west + Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(south), Math.cos(angle) - Math.sin(south) * sine);
  return {
    latitude: (latitude * 180) / Math.PI,
    longitude: (((((longitude * 180) / Math.PI + 540) % 360) + 360) % 360) - 180,
  };
}

const question = fc
  .record({
    centre: anywhere,
    radius,
    near: fc.array(
      fc.record({ share: fc.constantFrom(0, 0.5, 0.99, 0.9999999, 1, 1.0000001, 1.01), bearing: degrees(4) }),
      { maxLength: 30 },
    ),
    far: fc.array(anywhere, { maxLength: 10 }),
  })
  .map(({ centre, radius: km, near, far }) => ({
    centre,
    radius: km,
    points: [...near.map(({ share, bearing }) => away(centre, km * share, bearing)), ...far],
  }));

describe('PlaceColumns', () => {
  const owned: Bitmap[] = [];
  afterEach(disposeOwned);

  function disposeOwned(): void {
    owned.splice(0).forEach((bitmap) => disposeBitmaps(bitmap));
  }

  function termsOf(places: readonly SourcePlace[]): Map<string, Bitmap> {
    const uids = new Map<string, number[]>();
    putPlaces(places, (_aspect, term, uid) => {
      const members = uids.get(term) ?? [];
      members.push(uid);
      uids.set(term, members);
    });
    const terms = new Map([...uids].map(([term, members]) => [term, createBitmap(members)]));
    owned.push(...terms.values());
    return terms;
  }

  function ask(columns: PlaceColumns, circle: Circle): { within: number[]; undecided: number[] } {
    const { within, undecided } = columns.find(circle);
    const positions: number[] = [];
    takePositions(within, (position) => positions.push(position));
    return { within: positions, undecided };
  }

  it(
    'Places are inside a circle, outside of it or, centimetres from its line, undecided',
    { timeout: 180_000 + RUNS * 100 },
    () => {
      const columns = new PlaceColumns();
      fc.assert(
        fc.property(question, ({ centre, radius: km, points }) => {
          const places = points.map((point, user) => ({ uid: SLICE * SLICE_SIZE + user, ...point }));
          columns.apply({ removed: bitmapOf(places.map(({ uid }) => uid)), added: termsOf(places) });
          const { within, undecided } = ask(columns, new Circle(centre, km));
          for (const [user, point] of points.entries()) {
            const apart = distanceKm(centre, point) - km;
            if (undecided.includes(user)) {
              expect(Math.abs(apart)).toBeLessThan(km <= 9000 ? 0.00003 : 0.0006);
            } else {
              expect(within.includes(user), JSON.stringify({ centre, km, point })).toBe(apart <= 0);
            }
          }
          columns.apply({ removed: bitmapOf(places.map(({ uid }) => uid)), added: new Map() });
          expect(ask(columns, new Circle(centre, 20_015))).toEqual({ within: [], undecided: [] });
          disposeOwned();
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.each([
    ['inland', { latitude: 41, longitude: 29 }],
    ['at the 180th meridian', { latitude: -17, longitude: 179.95 }],
    ['beyond it', { latitude: 65, longitude: -179.999 }],
    ['near a pole', { latitude: -89.7, longitude: 100 }],
  ])('PlaceColumns finds places among many users %s, also after some users moved', (_, centre) => {
    const users = 66_000;
    const random = seeded(11);
    const somewhere = (user: number): SourcePlace => ({
      uid: SLICE * SLICE_SIZE + user,
      ...away(centre, 1500 * random() ** 2, random() * 7),
    });
    const places = new Map(Array.from({ length: users }, (_user, user) => [user, somewhere(user)]));
    const columns = new PlaceColumns();
    columns.add(termsOf([...places.values()]));
    // First some are noted one by one, then so many that the cells are made again soon, then so many that a circle waits for it.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (const [km, moves] of [
      [0.5, 0],
      [60, 300],
      [60, 4000],
      [60, 20],
      [60, 12_000],
      [400, 10],
    ] as const) {
      vi.runAllTimers();
      const changed = [...new Set(Array.from({ length: moves }, () => Math.floor(random() * users)))];
      const moved = changed.filter((user) => user % 5 > 0).map(somewhere);
      columns.apply({ removed: bitmapOf(changed.map((user) => SLICE * SLICE_SIZE + user)), added: termsOf(moved) });
      changed.forEach((user) => places.delete(user));
      moved.forEach((place) => places.set(place.uid % SLICE_SIZE, place));
      const { within, undecided } = ask(columns, new Circle(centre, km));
      const near = [...places.keys()].filter((user) => distanceKm(centre, places.get(user) ?? centre) <= km);
      const isDecided = (user: number): boolean => !undecided.includes(user);
      expect(within.filter(isDecided)).toEqual(near.toSorted((a, b) => a - b).filter(isDecided));
      expect(near.length).toBeGreaterThan(500);
      expect(undecided.length).toBeLessThan(20);
    }
  });

  it('A user with several places counts once, and one with too many places is left to the rows', () => {
    const [uid, second] = [SLICE * SLICE_SIZE + 7, SLICE * SLICE_SIZE + 8];
    const at = (user: number, latitude: number): SourcePlace => ({ uid: user, latitude, longitude: 29 });
    const columns = new PlaceColumns();
    columns.add(
      termsOf([
        ...Array.from({ length: MAX_PLACES }, (_, i) => at(uid, 41 + i)),
        ...Array.from({ length: MAX_PLACES + 1 }, (_, i) => at(second, 41 + i)),
      ]),
    );
    const all = new Circle({ latitude: 42, longitude: 29 }, 1000);
    expect(ask(columns, all)).toEqual({ within: [7], undecided: [8] });
    expect(ask(columns, new Circle({ latitude: 40 + MAX_PLACES, longitude: 29 }, 1))).toEqual({
      within: [7],
      undecided: [8],
    });
    columns.apply({ removed: bitmapOf([uid, second]), added: termsOf([at(second, 41), at(second, 41)]) });
    expect(ask(columns, all)).toEqual({ within: [8], undecided: [] });
  });

  function bitmapOf(uids: readonly number[]): Bitmap {
    const bitmap = createEmptyBitmap();
    bitmap.addMany(uids);
    owned.push(bitmap);
    return bitmap;
  }
});
