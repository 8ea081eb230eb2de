import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, type Application, type Difference } from '#libs/tenancy';
import { freshDatabase, type FreshDatabase } from '../../test/support/database/database.js';
import { seeded } from '../../test/support/rooms/seeded-random.js';
import { distanceKm } from '../../test/support/rooms/sphere.js';
import { GeofenceRepository } from './geofence.repository.js';
import { GeofencesSection } from './geofences.section.js';
import { GeofenceService } from './geofence.service.js';
import type { NewGeofence, GeoPoint } from './geofence.types.js';

let fresh: FreshDatabase;
let service: GeofenceService;
let section: GeofencesSection;

beforeAll(async () => {
  fresh = await freshDatabase();
  const rows = new GeofenceRepository(fresh.db);
  service = new GeofenceService(rows);
  section = new GeofencesSection(rows);
});
afterAll(() => fresh.close());

const createCircle = (title: string, place: GeoPoint, radius = 1): NewGeofence => ({
  title,
  ...place,
  radius,
  unit: 'KM',
});
const listTitles = (geofences: { title: string }[]): string[] => geofences.map(({ title }) => title);

describe('findNearby', () => {
  it('findNearby agrees with a scan of all geofences, also across the poles and the 180th meridian', async () => {
    const random = seeded(11);
    const place = (): GeoPoint => ({
      latitude: random() < 0.3 ? Math.sign(random() - 0.5) * (88 + random() * 2) : random() * 180 - 90,
      longitude: random() < 0.3 ? Math.sign(random() - 0.5) * (178 + random() * 2) : random() * 360 - 180,
    });
    const fences = Array.from({ length: 500 }, (_, n) => createCircle(`f${n}`, place(), 1 + random() ** 4 * 2000));
    for (const fence of fences) {
      await service.addGeofence(1, fence);
    }
    let matches = 0;
    for (let query = 0; query < 300; query++) {
      const centre = place();
      const radiusKm = random() ** 2 * 3000;
      const expected = fences
        .map((fence) => ({
          title: fence.title,
          gap: distanceKm(centre, fence) - fence.radius,
          at: distanceKm(centre, fence),
        }))
        .filter(({ gap }) => gap <= radiusKm)
        .sort((a, b) => Math.max(a.gap, 0) - Math.max(b.gap, 0) || a.at - b.at);
      const nearby = await service.findNearby(1, { ...centre, radiusKm, max: 500 });
      expect(listTitles(nearby)).toEqual(listTitles(expected));
      expect(listTitles(await service.findNearby(1, { ...centre, radiusKm, max: 5 }))).toEqual(
        listTitles(expected).slice(0, 5),
      );
      matches += expected.length;
    }
    expect(matches).toBeGreaterThan(3000);
  });

  it('findNearby lists a circle with a distant centre whose edge is near, in metres', async () => {
    await service.addGeofence(2, {
      ...createCircle('wide', { latitude: 0, longitude: 5 }, 400),
      unit: 'Miles',
      groups: ['a', 'b', 'a'],
    });
    expect(await service.findNearby(2, { latitude: 0, longitude: 0, radiusKm: 1, max: 20 })).toEqual([
      {
        id: expect.any(Number) as number,
        title: 'wide',
        latitude: 0,
        longitude: 5,
        radius: 643737.6,
        groups: ['a', 'b'],
      },
    ]);
    expect(await service.findNearby(3, { latitude: 0, longitude: 5, radiusKm: 1000, max: 20 })).toEqual([]);
  });

  it('findNearby accepts points whose difference is too small to be squared', async () => {
    await service.addGeofence(9, createCircle('tiny', { latitude: 1e-200, longitude: -5e-324 }, 1e-9));
    for (const latitude of [0, -1e-170, 1e-300]) {
      expect(listTitles(await service.findNearby(9, { latitude, longitude: 1e-180, radiusKm: 0, max: 1 }))).toEqual([
        'tiny',
      ]);
    }
  });
});

describe('Addition and removal of geofences', () => {
  it('A title belongs to one geofence, also with concurrent requests', async () => {
    const additions = Array.from({ length: 8 }, () =>
      service.addGeofence(4, createCircle('one', { latitude: 1, longitude: 1 })),
    );
    const settled = await Promise.allSettled(additions);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = settled.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 5024 });
    expect(await service.addGeofence(5, createCircle('one', { latitude: 1, longitude: 1 }))).toBeLessThan(2 ** 31);
  });

  it('A removal releases the title and keeps the geofences of other applications', async () => {
    const id = await service.addGeofence(6, createCircle('mine', { latitude: 1, longitude: 1 }));
    await service.removeGeofence(7, id);
    await expect(service.addGeofence(6, createCircle('mine', { latitude: 1, longitude: 1 }))).rejects.toMatchObject({
      code: 5024,
    });
    await service.removeGeofence(6, Number.MAX_SAFE_INTEGER);
    await service.removeGeofence(6, id);
    expect(await service.addGeofence(6, createCircle('mine', { latitude: 1, longitude: 1 }))).not.toBe(id);
  });
});

describe('Section geofences of an application file', () => {
  const store = { title: 'Store', latitude: 41, longitude: 29, radius: 300, unit: 'Meters', groups: ['Stores'] };
  const apply = (value: unknown, prune = false): Promise<Difference[]> => {
    const app = { id: 8, name: 'shop' } as Application;
    return fresh.db.tx((tx) =>
      section.apply(tx, app, value, { editor: OPERATOR, prune, reveal: () => undefined, warn: () => undefined }),
    );
  };

  it('The section geofences adds, changes and prunes, and changes nothing when applied again', async () => {
    expect(await apply([store, { ...store, title: 'Other' }])).toEqual([
      { change: 'add', subject: 'geofences: Store' },
      { change: 'add', subject: 'geofences: Other' },
    ]);
    expect(await apply([store])).toEqual([]);
    const [before] = await service.findNearby(8, { latitude: 41, longitude: 29, radiusKm: 1, max: 1 });
    expect(await apply([{ ...store, radius: 1, unit: undefined }], true)).toEqual([
      { change: 'change', subject: 'geofences: Store' },
      { change: 'remove', subject: 'geofences: Other' },
    ]);
    expect(await service.findNearby(8, { latitude: 41, longitude: 29, radiusKm: 1, max: 9 })).toEqual([
      { ...before, radius: 1000 },
    ]);
  });

  it.each([
    [{}, 'geofences should be a list'],
    [[{ ...store, title: undefined }], 'geofences[0].title is required'],
    [[{ ...store, latitude: '41' }], 'geofences[0].latitude should be a number from -90 to 90'],
    [[{ ...store, longitude: 181 }], 'geofences[0].longitude should be a number from -180 to 180'],
    [[{ ...store, radius: 0 }], "Field 'geofences[0].radius' should be above 0"],
    [[{ ...store, radius: Number.NaN }], 'geofences[0].radius should be a number'],
    [[{ ...store, unit: 'Yards' }], 'geofences[0].unit should be one of KM, Miles, Meters'],
    [[{ ...store, groups: [''] }], 'geofences[0].groups should be a list of texts'],
    [[{ ...store, title: 'x'.repeat(256) }], 'geofences[0].title should have at most 255 characters'],
    [[{ ...store, colour: 'red' }], 'geofences[0].colour: unknown name'],
    [[store, store], 'geofences[1].title: Store is listed twice'],
  ])('The section geofences refuses an invalid entry (case %#)', async (value, message) => {
    await expect(apply(value)).rejects.toThrow(message);
  });
});
