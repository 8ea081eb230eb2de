import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { SegmentService } from '#libs/audience';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';

const SEGMENTS = '/apps/shop/audience/segments';
const TARGET = { profile: { city: ['Van'] } };

describe('Segment creation in the panel', () => {
  let gateway: TestGateway;
  let marketer: PanelMember;
  let names = 0;
  let name: string;

  beforeAll(async () => {
    gateway = await startGateway();
    const attributes = [{ code: 'city', dataType: 'STRING' }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', attributes }, { dryRun: false });
    marketer = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    name = `Segment ${(names += 1)}`;
  });

  const stored = async () =>
    (await gateway.app.get(SegmentService).listDefinitions(gateway.appId)).filter((segment) => segment.name === name);

  it('A member who may write audiences creates a segment, with an entry in the audit log', async () => {
    const target = { any: [TARGET, { tag: 'vip' }] };
    expect((await marketer.post(SEGMENTS, { name, target })).status).toBe(204);
    expect(await stored()).toMatchObject([{ name, type: 'STANDARD', target }]);
    const log = await gateway.fresh.db.rows(
      `SELECT action, subject, differences FROM audit.entry WHERE app_id = $1 AND differences::text LIKE $2`,
      [gateway.appId, `%${name}%`],
    );
    expect(log).toEqual([
      { action: 'setup.change', subject: 'segments', differences: [{ change: 'add', subject: `segments: ${name}` }] },
    ]);
  });

  it('A new segment gets the type that its target needs', async () => {
    const target = { any: [TARGET, { product: { action: 'bought', atLeast: 2 } }] };
    const answer = await marketer.post(SEGMENTS, { name, target });
    expect(answer.status, answer.text).toBe(204);
    expect(await stored()).toMatchObject([{ name, type: 'PRODUCT_SEGMENT', target }]);
  });

  it('A new segment never replaces another one of the same name', async () => {
    await marketer.post(SEGMENTS, { name, target: TARGET });
    for (const target of [TARGET, { tag: 'vip' }]) {
      const answer = await marketer.post(SEGMENTS, { name, target });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ problems: [{ path: 'name' }] });
    }
    expect(await stored()).toMatchObject([{ target: TARGET }]);
  });

  it.each([
    ['a condition that is misspelt', { profiles: { city: ['Van'] } }, 'profiles'],
    ['an attribute that there is none of', { profile: { town: ['Van'] } }, 'town'],
    ['a segment of segments', { segment: 'members' }, 'segment'],
    ['nothing', {}, 'target'],
  ])('The creation of a segment rejects %s and stores nothing', async (_, target, words) => {
    const answer = await marketer.post(SEGMENTS, { name, target });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
    expect(await stored()).toEqual([]);
  });

  it('A segment is created neither without the permission nor when its section is locked for the panel', async () => {
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    expect((await analyst.post(SEGMENTS, { name, target: TARGET })).status).toBe(403);
    const apply = (panelMayEdit: unknown) =>
      gateway.app.get(ApplyService).apply({ app: 'shop', settings: { panelMayEdit } }, { dryRun: false });
    await apply(['categories']);
    const locked = await marketer.post(SEGMENTS, { name, target: TARGET });
    await apply('all');
    expect([locked.status, locked.text]).toEqual([403, expect.stringContaining('panelMayEdit')]);
    expect(await stored()).toEqual([]);
  });
});
