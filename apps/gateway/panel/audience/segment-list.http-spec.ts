import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SegmentCalculatorService, SegmentService } from '#libs/audience';
import { ApplyService } from '#libs/tenancy';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const SEGMENTS = '/apps/shop/audience/segments';
const VAN = { profile: { city: ['Van'] } };
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

interface Segment {
  id: string;
  name: string;
  users: number;
  uses: { kind: string; id: string; name: string | null }[];
  sizes: { day: string; users: number }[];
  target: object;
  base: string;
}

describe('Segments in the panel', () => {
  let gateway: TestGateway;
  let marketer: PanelMember;
  let analyst: PanelMember;

  beforeAll(async () => {
    gateway = await startGateway();
    const attributes = [{ code: 'city', dataType: 'STRING' }];
    await apply({ attributes });
    const users = Array.from({ length: 9 }, (_, index) => ({
      extId: `u${index}`,
      profile: { city: index < 6 ? 'Van' : 'Ankara' },
      platform: 'IOS',
      deviceToken: `token-${index}`,
    }));
    expect((await gateway.call('/rest/3.0/registerUsers', { body: users })).status).toBe(200);
    marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
    analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());

  const apply = (sections: object, prune = false) =>
    gateway.app.get(ApplyService).apply({ app: 'shop', prune, ...sections }, { dryRun: false });
  const calculate = () => gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
  const list = async (): Promise<Segment[]> => ((await analyst.get(SEGMENTS)).json as { items: Segment[] }).items;
  const get = async (id: string): Promise<Segment> => (await marketer.get(`${SEGMENTS}/${id}`)).json as Segment;

  async function make(name: string, target: object = VAN): Promise<Segment> {
    expect((await marketer.post(SEGMENTS, { name, target })).status).toBe(204);
    await calculate();
    const stored = (await list()).find((segment) => segment.name === name);
    return get(stored?.id ?? '');
  }

  async function schedule(segment: string): Promise<string> {
    const body = {
      message: { title: 'Spring sale', text: 'Now', platforms: ['IOS'] },
      target: { segment: [segment] },
      schedule: { startTime: TOMORROW },
    };
    const answer = await gateway.call('/rest/3.0/sendBulkNotification', { body });
    expect(answer.status, answer.text).toBe(200);
    return String((answer.json as { notificationKey: number }).notificationKey);
  }

  it('The list of segments gives the size, the time of its calculation and the size of each day', async () => {
    const { id } = await make('lake');
    const today = new Date().toISOString().slice(0, 10);
    expect((await list()).find((segment) => segment.id === id)).toEqual({
      id,
      name: 'lake',
      type: 'STANDARD',
      state: 'READY',
      reason: null,
      users: 6,
      calculatedAt: expect.stringMatching(/^20/) as string,
      uses: [],
      sizes: [{ day: today, users: 6 }],
    });
    const old = (days: number, users: number) =>
      gateway.fresh.db.affected(
        `INSERT INTO audience.segment_size (app_id, segment_id, day, users)
         VALUES ($1, $2, (now() AT TIME ZONE 'UTC')::date - $3::integer, $4)`,
        [gateway.appId, Number(id), days, users],
      );
    await old(3, 4);
    await old(120, 2);
    await old(366, 1);
    await gateway.fresh.db.affected('UPDATE audience.segment SET due_at = now() WHERE segment_id = $1', [Number(id)]);
    await calculate();
    expect((await get(id)).sizes.map(({ users }) => users)).toEqual([4, 6]);
    const remaining = await gateway.fresh.db.rows<{ users: number }>(
      'SELECT users FROM audience.segment_size WHERE segment_id = $1 ORDER BY day',
      [Number(id)],
    );
    expect(remaining.map(({ users }) => users)).toEqual([2, 4, 6]);
  });

  it('A segment is changed only from its current version, and the audit log records the change', async () => {
    const { id, base } = await make('moving');
    const target = { profile: { city: ['Ankara'] } };
    expect((await marketer.post(`${SEGMENTS}/${id}/change`, { target, base })).status).toBe(204);
    await calculate();
    expect(await get(id)).toMatchObject({ users: 3, target });
    const again = await marketer.post(`${SEGMENTS}/${id}/change`, { target: VAN, base });
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('changed since')]);
    const log = await gateway.fresh.db.rows(
      `SELECT differences FROM audit.entry WHERE app_id = $1 AND differences::text LIKE '%moving target%'`,
      [gateway.appId],
    );
    expect(log).toEqual([{ differences: [{ change: 'change', subject: 'segments: moving target' }] }]);
    const misspelt = await marketer.post(`${SEGMENTS}/${id}/change`, {
      target: { profiles: {} },
      base: (await get(id)).base,
    });
    expect([misspelt.status, misspelt.text]).toEqual([400, expect.stringContaining('profiles')]);
  });

  it('A segment cannot be removed while a campaign waits with it, and drafts that use it are only listed', async () => {
    const { id, name } = await make('waited for');
    const line = { id: 1, kind: 'segment', code: '', operator: 'is', text: name, amount: '' };
    const lines = { id: 0, mode: 'all', parts: [{ id: 2, mode: 'any', parts: [line] }] };
    for (const [draft, fields] of [
      ['Named', { segment: name, described: false, lines: { id: 0, mode: 'all', parts: [] } }],
      ['Described', { segment: 'other', described: true, lines }],
      ['Other', { segment: name, described: true, lines: { id: 0, mode: 'all', parts: [] } }],
    ] as const) {
      const body = { form: 1, fields: { name: draft, ...fields } };
      expect((await marketer.post('/apps/shop/drafts', { name: draft, body })).status).toBe(200);
    }
    const key = await schedule(name);
    expect((await get(id)).uses).toEqual([
      { kind: 'campaign', id: key, name: 'Spring sale' },
      { kind: 'draft', id: expect.any(String) as string, name: 'Named' },
      { kind: 'draft', id: expect.any(String) as string, name: 'Described' },
    ]);
    const refused = await marketer.post(`${SEGMENTS}/${id}/remove`, {});
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`campaign ${key}`)]);
    const stop = await gateway.call('/rest/3.0/stopNotification', { body: [{ messageId: Number(key) }] });
    expect(stop.status, stop.text).toBe(200);
    expect((await marketer.post(`${SEGMENTS}/${id}/remove`, {})).status).toBe(204);
    expect((await marketer.get(`${SEGMENTS}/${id}`)).status).toBe(404);
    expect((await list()).map((segment) => segment.name)).not.toContain(name);
  });

  it('A file without a segment removes it and warns of the campaigns that use it', async () => {
    const { name } = await make('in no file');
    const key = await schedule(name);
    const { warnings, differences } = await apply({ segments: [] }, true);
    expect(warnings).toEqual([`segments: ${name} is removed, and campaign ${key} will have no recipients without it`]);
    expect(differences).toContainEqual({ change: 'remove', subject: `segments: ${name}` });
    expect(await gateway.app.get(SegmentService).listDefinitions(gateway.appId)).toEqual([]);
  });

  it('A segment gets the type that its new target needs', async () => {
    const name = 'turned to products';
    await marketer.post(SEGMENTS, { name, target: VAN });
    const { items } = (await marketer.get(SEGMENTS)).json as { items: { id: number; name: string; type: string }[] };
    const id = items.find((segment) => segment.name === name)?.id;
    for (const [target, type] of [
      [{ product: { action: 'bought' } }, 'PRODUCT_SEGMENT'],
      [VAN, 'STANDARD'],
    ] as const) {
      const { base } = (await marketer.get(`${SEGMENTS}/${id}`)).json as { base: string };
      const answer = await marketer.post(`${SEGMENTS}/${id}/change`, { target, base });
      expect(answer.status, answer.text).toBe(204);
      expect((await marketer.get(`${SEGMENTS}/${id}`)).json).toMatchObject({ type, target });
    }
  });

  it('A segment is changed neither without the permission nor when its section is locked for the panel', async () => {
    const { id, base } = await make('locked');
    expect((await analyst.get(`${SEGMENTS}/${id}`)).status).toBe(403);
    expect((await analyst.post(`${SEGMENTS}/${id}/remove`, {})).status).toBe(403);
    await apply({ settings: { panelMayEdit: ['categories'] } });
    expect(await get(id)).toMatchObject({ mayEdit: false });
    const answers = [
      await marketer.post(`${SEGMENTS}/${id}/change`, { target: { tag: 'x' }, base }),
      await marketer.post(`${SEGMENTS}/${id}/remove`, {}),
    ];
    await apply({ settings: { panelMayEdit: 'all' } });
    expect(answers.map(({ status, text }) => [status, text.includes('panelMayEdit')])).toEqual([
      [403, true],
      [403, true],
    ]);
    expect((await get(id)).target).toEqual(VAN);
  });
});
