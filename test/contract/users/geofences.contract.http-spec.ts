import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type Answer, type TestGateway } from '../../support/contract/gateway.js';
import { secondApplication, type SecondApplication } from '../../support/contract/second-application.js';
import examples from '../examples/geofences.json' with { type: 'json' };

const PLACE = { latitude: 41.0082, longitude: 28.9784 };
const FENCE = { title: 'Flagship store', ...PLACE, radius: 5 };
/** Far enough from everything else for tests that list what is near. */
const ISLAND = { latitude: -54.28, longitude: -36.5 };

let gateway: TestGateway;
let elsewhere: SecondApplication;
let added = 0;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js' });
  await gateway.makeKey('users-only', { scopes: ['users'] });
  elsewhere = await secondApplication(gateway);
});
afterAll(() => gateway.close());

const add = (body: unknown, key = 'rest'): Promise<Answer> => gateway.call('/rest/3.0/geofence/add', { body, key });
const remove = (query: string, key = 'rest'): Promise<Answer> =>
  gateway.call(`/rest/3.0/geofence/remove${query}`, { key });
const near = (query: Record<string, unknown>, key = 'mobile'): Promise<Answer> => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return gateway.call(`/sdk/1.0/geofences?${new URLSearchParams(pairs)}`, { method: 'GET', key });
};
const titled = (more: object = {}): object => ({ ...FENCE, title: `Store ${(added += 1)}`, ...more });
const idOf = ({ json }: Answer): number => (json as { id: number }).id;
const titlesOf = ({ json }: Answer): string[] =>
  (json as { geofences: { title: string }[] }).geofences.map((f) => f.title);

describe('4.6 geofence/add', () => {
  it('geofence/add answers {id}, an integer below 2^31', async () => {
    const answer = await add(FENCE);
    expect(answer).toMatchObject({ status: 200, json: { id: expect.any(Number) as number } });
    expect(Object.keys(answer.json as object)).toEqual(['id']);
    expect(idOf(answer)).toBeLessThan(2 ** 31);
  });

  it('geofence/add takes every unit and groups, and KM when no unit is given (specification 2.10)', async () => {
    const bodies = [
      { title: 'km', radius: 2 },
      { title: 'explicit km', radius: 2, unit: 'KM' },
      { title: 'miles', radius: 2, unit: 'Miles' },
      { title: 'meters', radius: 250.5, unit: 'Meters', groups: ['Stores', 'North', 'Stores'] },
    ];
    for (const body of bodies) {
      expect((await add({ ...ISLAND, ...body })).status).toBe(200);
    }
    const actual = (await near(ISLAND)).json as { geofences: { title: string; radius: number; groups: string[] }[] };
    expect(Object.fromEntries(actual.geofences.map(({ title, radius }) => [title, radius]))).toEqual({
      km: 2000,
      'explicit km': 2000,
      miles: 3218.688,
      meters: 250.5,
    });
    expect(actual.geofences.find(({ title }) => title === 'meters')?.groups).toEqual(['Stores', 'North']);
  });

  it('geofence/add takes the bounds of the ranges, and ignores unknown fields', async () => {
    for (const more of [
      { latitude: 90, longitude: 180 },
      { latitude: -90, longitude: -180 },
      { latitude: 0, longitude: 0, radius: 0.001, unit: 'Meters' },
      { radius: 20_015, id: 5, colour: 'red', unit: null, groups: null },
    ]) {
      const answer = await add(titled(more));
      expect(answer.status).toBe(200);
      await remove(`?id=${idOf(answer)}`);
    }
  });

  it('geofence/add refuses a title that is taken with 5024 (decisions 2)', async () => {
    const body = titled();
    await add(body);
    expect(await add({ ...body, radius: 9 })).toMatchObject({ status: 400, json: { code: 5024 } });
  });

  it.each([
    [{}, 2020, 'title'],
    [{ ...FENCE, title: '' }, 2020, 'title'],
    [{ ...FENCE, title: null }, 2020, 'title'],
    [{ ...FENCE, title: 5 }, 2004, 'title'],
    [{ ...FENCE, title: 'x'.repeat(256) }, 2004, 'title'],
    [{ ...FENCE, title: 'a\0b' }, 2004, 'title'],
    [{ ...FENCE, title: '\ud800' }, 2004, 'title'],
    [{ title: 't' }, 2020, 'latitude'],
    [{ title: 't', latitude: 1 }, 2020, 'longitude'],
    [{ title: 't', ...PLACE }, 2020, 'radius'],
    [{ ...FENCE, latitude: '41' }, 2004, 'latitude'],
    [{ ...FENCE, latitude: 90.1 }, 2004, 'latitude'],
    [{ ...FENCE, latitude: -90.1 }, 2004, 'latitude'],
    [{ ...FENCE, longitude: 180.1 }, 2004, 'longitude'],
    [{ ...FENCE, longitude: -181 }, 2004, 'longitude'],
    [{ ...FENCE, radius: 0 }, 2004, 'radius'],
    [{ ...FENCE, radius: -5 }, 2004, 'radius'],
    [{ ...FENCE, radius: '5' }, 2004, 'radius'],
    [{ ...FENCE, radius: 1e300 }, 2004, 'radius'],
    [{ ...FENCE, radius: 5e-324, unit: 'Meters' }, 2004, 'radius'],
    [{ ...FENCE, unit: 'Yards' }, 2004, 'unit'],
    [{ ...FENCE, unit: 1 }, 2004, 'unit'],
    [{ ...FENCE, groups: 'Stores' }, 2004, 'groups'],
    [{ ...FENCE, groups: [''] }, 2004, 'groups[0]'],
    [{ ...FENCE, groups: [5] }, 2004, 'groups[0]'],
    [{ ...FENCE, groups: Array.from({ length: 101 }, String) }, 2004, 'groups'],
    [[FENCE], 2004, 'object'],
    ['text', 2004, 'object'],
  ])('geofence/add refuses a malformed body (case %#)', async (body, code, place) => {
    const answer = await add(body);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('4.6 geofence/remove', () => {
  it('geofence/remove answers true and removes, and answers true again when nothing is left to remove', async () => {
    const body = titled();
    const id = idOf(await add(body));
    for (let time = 0; time < 2; time++) {
      expect(await remove(`?id=${id}`)).toMatchObject({ status: 200, text: 'true' });
    }
    expect((await add(body)).status).toBe(200);
  });

  it.each(['0', '-7', '2147483648', '9007199254740991'])(
    'geofence/remove answers true for an unknown id: %s',
    async (id) => {
      expect(await remove(`?id=${id}`)).toMatchObject({ status: 200, json: true });
    },
  );

  it.each([
    ['', 2020],
    ['?id=', 2004],
    ['?id=abc', 2004],
    ['?id=1.5', 2004],
    ['?id=1&id=2', 2004],
    ['?id[a]=1', 2020],
    ['?id=9007199254740993', 2004],
    ['?id=1%00', 2004],
  ])('geofence/remove refuses an id that is no whole number: %s', async (query, code) => {
    expect(await remove(query)).toMatchObject({ status: 400, json: { code } });
  });
});

describe('Keys (section 5)', () => {
  it('Geofence operations refuse a missing or wrong key, the key of a device, and one without the scope', async () => {
    const path = '/rest/3.0/geofence/add';
    expect(await gateway.call(path, { key: null, body: titled() })).toMatchObject({
      status: 401,
      json: { code: 2010 },
    });
    expect(await add(titled(), 'no-such-key')).toMatchObject({ status: 401, json: { code: 2010 } });
    expect(await add(titled(), 'mobile')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await add(titled(), 'users-only')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await near(PLACE, 'rest')).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it('Applications do not share geofences', async () => {
    const body = titled(ISLAND);
    const id = idOf(await add(body));
    expect(await near({ ...ISLAND, max: 100 }, elsewhere.keys.mobile)).toMatchObject({ json: { geofences: [] } });
    expect((await remove(`?id=${id}`, elsewhere.keys.rest)).json).toBe(true);
    expect(await add(body)).toMatchObject({ json: { code: 5024 } });
    expect((await add(body, elsewhere.keys.rest)).status).toBe(200);
  });
});

describe('GET /sdk/1.0/geofences', () => {
  const SOUTH_SEA = { latitude: -17, longitude: 180 };

  it('GET /sdk/1.0/geofences lists geofences around and near a place, nearest first, for keys of apps and pages', async () => {
    await add(titled({ title: 'east', latitude: -17, longitude: -179.9, radius: 1 }));
    await add(titled({ title: 'west', latitude: -17, longitude: 179.5, radius: 1 }));
    await add(titled({ title: 'around', latitude: -18, longitude: -179, radius: 300 }));
    await add(titled({ title: 'far', latitude: -30, longitude: -179, radius: 1 }));
    for (const key of ['mobile', 'js']) {
      expect(titlesOf(await near({ ...SOUTH_SEA, radius: 60 }, key))).toEqual(['around', 'east', 'west']);
    }
    expect(titlesOf(await near({ ...SOUTH_SEA, radius: 20 }))).toEqual(['around', 'east']);
    expect(titlesOf(await near({ ...SOUTH_SEA, max: 1 }))).toEqual(['around']);
  });

  it('GET /sdk/1.0/geofences lists geofences of an application file too', async () => {
    const store = {
      title: 'From a file',
      latitude: 0,
      longitude: -140,
      radius: 300,
      unit: 'Meters',
      groups: ['Stores'],
    };
    await gateway.app.get(ApplyService).apply({ app: 'shop', geofences: [store] }, { dryRun: false });
    expect(await near({ latitude: 0, longitude: -140 })).toMatchObject({
      json: { geofences: [{ title: 'From a file', radius: 300, groups: ['Stores'] }] },
    });
  });

  it.each([
    [{}, 2020, 'latitude'],
    [{ latitude: 1 }, 2020, 'longitude'],
    [{ latitude: 'x', longitude: 1 }, 2004, 'latitude'],
    [{ latitude: 91, longitude: 1 }, 2004, 'latitude'],
    [{ latitude: 1, longitude: -181 }, 2004, 'longitude'],
    [{ ...PLACE, radius: -1 }, 2004, 'radius'],
    [{ ...PLACE, radius: 1001 }, 2004, 'radius'],
    [{ ...PLACE, max: 0 }, 2004, 'max'],
    [{ ...PLACE, max: 101 }, 2004, 'max'],
  ])('GET /sdk/1.0/geofences refuses a malformed query (case %#)', async (query, code, place) => {
    const answer = await near(query);
    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((answer.json as { error: string }).error).toContain(place);
  });
});

describe('Published examples', () => {
  it.each(examples)(
    'The example $id of section 4.6 is answered as published',
    async ({ method, path, query, body, expect: expected }) => {
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const answer = await gateway.call(`${path}${search}`, { method, ...(body && { body }) });
      expect(answer.status).toBe(expected.status);
      expect(typeof answer.json).toBe(expected.body_shape.type);
    },
  );
});
