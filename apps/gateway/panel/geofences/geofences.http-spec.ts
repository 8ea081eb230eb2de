import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import type { DeviceDensityDto, GeofenceListDto } from './geofences.dto.js';

const GALATA = {
  title: 'Galata',
  latitude: 41.0256,
  longitude: 28.9742,
  radius: 500,
  unit: 'Meters',
  groups: ['bars'],
};
const AT = 'latitude=41.0256&longitude=28.9742';

let gateway: TestGateway;
let operator: PanelMember;
let marketer: PanelMember;
let owner: PanelMember;
let otherId: number;
beforeAll(async () => {
  gateway = await startGateway();
  const { appId, app } = gateway;
  ({ id: otherId } = (await app.get(ApplyService).apply({ app: 'other' }, { dryRun: false })).app);
  [operator, marketer, owner] = await Promise.all([
    signIn(gateway, [{ role: 'operator', appId }]),
    signIn(gateway, [{ role: 'marketer', appId }]),
    signIn(gateway, [{ role: 'owner', appId: null }]),
  ]);
});
afterAll(() => gateway.close());

const add = async (geofence: object = {}): Promise<number> => {
  const answer = await operator.post('/apps/shop/geofences', { ...GALATA, ...geofence });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as { id: number }).id;
};
const list = async (query = '', member = operator): Promise<GeofenceListDto> => {
  const answer = await member.get(`/apps/shop/geofences?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as GeofenceListDto;
};
const show = (id: number) => operator.get(`/apps/shop/geofences/${id}`);
const problemOf = ({ json }: { json: unknown }) =>
  (json as { problems: { code: string; path: string | null }[] }).problems[0];
const newest = async () => (await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 1 }))[0];

describe('Geofences in the panel', () => {
  it('Geofences are added, changed, renamed and deleted, each with its audit entry', async () => {
    const id = await add();
    expect((await show(id)).json).toEqual({ id, ...GALATA });
    expect((await newest())?.differences).toEqual([{ change: 'add', subject: 'geofences: Galata' }]);
    expect((await operator.post(`/apps/shop/geofences/${id}`, { ...GALATA, radius: 1, unit: 'KM' })).status).toBe(204);
    expect((await newest())?.differences).toEqual([{ change: 'change', subject: 'geofences: Galata' }]);
    expect((await operator.post(`/apps/shop/geofences/${id}`, { ...GALATA, title: 'Karaköy' })).status).toBe(204);
    expect((await newest())?.differences).toEqual([
      { change: 'remove', subject: 'geofences: Galata' },
      { change: 'add', subject: 'geofences: Karaköy' },
    ]);
    expect((await show(id)).json).toMatchObject({ id, title: 'Karaköy' });
    const section = await operator.get('/apps/shop/setup/geofences');
    expect((section.json as { text: string }).text).toContain('Karaköy');
    expect((section.json as { lastChange: unknown }).lastChange).toMatchObject({ isFile: false });
    expect((await operator.post(`/apps/shop/geofences/${id}/delete`)).status).toBe(204);
    expect((await show(id)).status).toBe(404);
    expect((await operator.post(`/apps/shop/geofences/${id}/delete`)).status).toBe(404);
  });

  it('A geofence with a taken title or an invalid radius is rejected', async () => {
    const [first, second] = [await add({ title: 'first' }), await add({ title: 'second' })];
    expect(problemOf(await operator.post('/apps/shop/geofences', { ...GALATA, title: 'first' }))).toMatchObject({
      code: 'geofence_title_taken',
      path: 'title',
    });
    expect(
      problemOf(await operator.post(`/apps/shop/geofences/${second}`, { ...GALATA, title: 'first' })),
    ).toMatchObject({
      code: 'geofence_title_taken',
    });
    expect(
      problemOf(await operator.post(`/apps/shop/geofences/${first}`, { ...GALATA, title: 'first', radius: 0 })),
    ).toMatchObject({ path: 'radius' });
    expect((await show(first)).json).toMatchObject({ radius: 500 });
  });

  it('Geofences are found by a part of their title and by a group, page by page', async () => {
    for (const title of ['Park A', 'Park B', 'park c']) {
      await add({ title, groups: ['parks', title] });
    }
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: GeofenceListDto = await list(
        `find=PARK&limit=2${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
      );
      seen.push(...page.items.map(({ title }) => title));
      after = page.next;
    }
    expect(seen).toEqual(['Park A', 'Park B', 'park c']);
    expect((await list('group=parks')).items).toHaveLength(3);
    expect((await list('group=park')).items).toHaveLength(0);
    expect((await list()).groups).toContainEqual({ name: 'parks', geofences: 3 });
  });

  it('A group is renamed in and removed from all of its geofences at once', async () => {
    await add({ title: 'g1', groups: ['old', 'both'] });
    await add({ title: 'g2', groups: ['old', 'new'] });
    const change = (body: object) => operator.post('/apps/shop/geofences/groups', body);
    expect((await change({ name: 'old', newName: 'new' })).json).toEqual({ changed: 2 });
    expect((await newest())?.differences).toHaveLength(2);
    const groupsOf = async () =>
      (await list('find=g')).items.filter(({ title }) => /^g\d$/.test(title)).map(({ groups }) => groups);
    expect(await groupsOf()).toEqual([['new', 'both'], ['new']]);
    expect((await change({ name: 'new' })).json).toEqual({ changed: 2 });
    expect(await groupsOf()).toEqual([['both'], []]);
    expect((await change({ name: 'new' })).status).toBe(404);
  });

  it('A geofence file is first checked and then added, and refused lines are named', async () => {
    await add({ title: 'Taken' });
    const text = 'title,latitude,longitude,radius\nTaken,41,29,1\nNew one,41,29,1\nBad,141,29,1\n';
    const outcome = {
      added: 1,
      refused: [
        { line: 2, column: 'title', text: 'Another geofence is called Taken' },
        { line: 4, column: 'latitude', text: 'latitude should be a number from -90 to 90' },
      ],
    };
    expect((await operator.post('/apps/shop/geofences/import', { text, run: false })).json).toEqual(outcome);
    expect((await list('find=New one')).items).toEqual([]);
    expect((await operator.post('/apps/shop/geofences/import', { text, run: true })).json).toEqual(outcome);
    expect((await list('find=New one')).items).toHaveLength(1);
    expect((await newest())?.differences).toEqual([{ change: 'add', subject: 'geofences: New one' }]);
    expect(problemOf(await operator.post('/apps/shop/geofences/import', { text: 'x', run: true }))).toMatchObject({
      path: 'text',
    });
  });

  it('Geofences of another application are neither shown nor changed', async () => {
    const id = await add({ title: 'ours' });
    expect((await owner.get('/apps/other/geofences')).json).toMatchObject({ items: [], groups: [] });
    for (const ask of [
      owner.get(`/apps/other/geofences/${id}`),
      owner.post(`/apps/other/geofences/${id}`, GALATA),
      owner.post(`/apps/other/geofences/${id}/delete`),
      owner.post('/apps/other/geofences/groups', { name: 'bars' }),
    ]) {
      expect((await ask).status).toBe(404);
    }
    expect((await owner.get(`/apps/other/geofences/near?${AT}&reach=1`)).json).toEqual({ items: [] });
    expect((await show(id)).json).toMatchObject({ title: 'ours' });
  });

  it('Geofences are read-only in the panel when their section is locked', async () => {
    const id = await add({ title: 'locked' });
    const apply = gateway.app.get(ApplyService);
    await apply.apply({ app: 'shop', settings: { panelMayEdit: ['events'] } }, { dryRun: false });
    expect(problemOf(await operator.post(`/apps/shop/geofences/${id}/delete`))).toMatchObject({
      code: 'section_locked',
    });
    expect((await list('find=locked')).mayEdit).toBe(false);
    await apply.apply({ app: 'shop', settings: { panelMayEdit: 'all' } }, { dryRun: false });
    expect((await list('find=locked')).mayEdit).toBe(true);
  });
});

describe('Density of devices', () => {
  const place = async (appId: number, from: number, count: number, latitude: number, longitude: number) =>
    gateway.fresh.db.affected(
      `INSERT INTO users.installation_location (vb, app_id, uid, inst_id, latitude, longitude)
       SELECT n % 1024, $1, n, n, $4, $5 FROM generate_series($2::bigint, $2 + $3 - 1) AS n`,
      [appId, from, count, latitude, longitude],
    );
  const density = async (query: string, app = 'shop', member = marketer): Promise<DeviceDensityDto> => {
    const answer = await member.get(`/apps/${app}/geofences/devices?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as DeviceDensityDto;
  };

  it('Devices are counted in cells, and cells with fewer than five devices are left out', async () => {
    await place(gateway.appId, 1, 5, 41.0256, 28.9742);
    await place(gateway.appId, 10, 4, 41.0306, 28.9742);
    await place(gateway.appId, 20, 7, 45, 28.9742);
    await place(otherId, 100, 50, 41.0306, 28.9742);
    const near = await density(`${AT}&reach=1`);
    expect(near).toMatchObject({ least: 5, cells: [{ devices: 5 }] });
    const [cell] = near.cells;
    expect(cell?.latitude).toBeLessThanOrEqual(41.0256);
    expect((cell?.latitude ?? 0) + near.size.latitude).toBeGreaterThan(41.0256);
    expect(cell?.longitude).toBeLessThanOrEqual(28.9742);
    // Seen from elsewhere the cell is the same: what lies between two views shows nothing.
    expect((await density('latitude=41.0259&longitude=28.9748&reach=1')).cells).toEqual(near.cells);
    const wide = await density(`${AT}&reach=490`);
    expect(wide.cells.map(({ devices }) => devices)).toEqual([9, 7]);
    expect((await density(`${AT}&reach=1`, 'other', owner)).cells.map(({ devices }) => devices)).toEqual([50]);
  });

  it.each([`${AT}&reach=501`, `${AT}&reach=0`, 'latitude=85&longitude=1&reach=1', 'latitude=x&longitude=1&reach=1'])(
    'The density of devices is refused for the query %s',
    async (query) => {
      expect((await marketer.get(`/apps/shop/geofences/devices?${query}`)).status).toBe(400);
    },
  );

  it('The density across the 180th meridian is answered as one area', async () => {
    await place(gateway.appId, 200, 5, 10.0001, 179.9999);
    await place(gateway.appId, 210, 6, 10.0001, -180);
    expect((await density('latitude=10&longitude=180&reach=1')).cells.map(({ devices }) => devices)).toEqual([6, 5]);
  });
});
