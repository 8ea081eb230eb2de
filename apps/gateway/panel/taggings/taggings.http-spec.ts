import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  IndexMaintenanceService,
  SegmentCalculatorService,
  SegmentService,
  SegmentUpdaterService,
} from '#libs/audience';
import { AuditService } from '#libs/audit';
import { ApplyService } from '#libs/tenancy';
import { TaggingRunnerService } from '#libs/users/imports';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { addShoppers } from '../../../../test/support/contract/shoppers.js';
import { MEMBERS, sampleShoppers } from '../../../../test/support/rooms/grouped-targets.js';

const SHOPPERS = sampleShoppers(300, 5);
const TAGGINGS = '/apps/shop/audience/taggings';
const SOON = { timeout: 60_000, interval: 50 };
const ALL = { sendToAll: true };
const IN_VAN = { profile: { city: ['Van'] } };
const VAN = SHOPPERS.filter(({ city }) => city === 'Van').length;

interface Tagging {
  id: string;
  state: string;
  people: number;
  done: number;
  changed: number;
  by: string;
}

let gateway: TestGateway;
let owner: PanelMember;
let mixed: PanelMember;
beforeAll(async () => {
  gateway = await startGateway(undefined, { INDEX_LEAST_USERS: '1' }, undefined, false);
  await addShoppers(gateway, SHOPPERS);
  const { app, appId } = gateway;
  await app.get(ApplyService).apply(
    {
      app: 'shop',
      attributes: [{ code: 'income', dataType: 'INT', privateInfo: true }],
      events: [
        { code: 'Paid' },
        { code: 'Seen', attributes: [{ code: 'card', dataType: 'STRING', privateInfo: true }] },
      ],
    },
    { dryRun: false },
  );
  await app.get(IndexMaintenanceService).buildIndexes();
  owner = await signIn(gateway);
  mixed = await signIn(gateway, [
    { role: 'importer', appId },
    { role: 'analyst', appId },
  ]);
}, 120_000);
afterAll(() => gateway.close());

const ask = (body: object, member = owner) => member.post(TAGGINGS, { direction: 'ADD', ...body });
const run = () => gateway.app.get(TaggingRunnerService).runDue();
const show = async (id: string): Promise<Tagging> => (await owner.get(`${TAGGINGS}/${id}`)).json as Tagging;
async function start(body: object, member = owner): Promise<Tagging> {
  const answer = await ask(body, member);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Tagging;
}
/** A process may answer by an index that it read half a second ago. */
async function seeUsers(target: object, expected: number): Promise<void> {
  await gateway.app.get(IndexMaintenanceService).followFeed();
  await vi.waitFor(async () => {
    const { json } = await owner.post('/apps/shop/audience/preview', { target });
    expect(json).toMatchObject({ users: expected });
  }, SOON);
}
const open = async () => ((await owner.get(TAGGINGS)).json as { items: Tagging[] }).items.length;

describe('Tagging of an audience', () => {
  it('A tagging tags exactly the counted users of its audience, and index and segments follow', async () => {
    const segments = [MEMBERS, { name: 'winter people', target: { tag: 'winter' } }];
    await gateway.app.get(ApplyService).apply({ app: 'shop', segments }, { dryRun: false });
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    const started = await start({ target: IN_VAN, tag: 'winter' });
    expect(started).toMatchObject({ state: 'WAITING', people: VAN, done: 0, changed: 0, by: 'Ada' });
    await seeUsers(IN_VAN, VAN);
    // Later users are not of the set.
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId: 'late', profile: { city: 'Van' } }] });
    await run();
    expect(await show(started.id)).toMatchObject({ state: 'FINISHED', people: VAN, done: VAN, changed: VAN });
    await seeUsers({ tag: ['winter'] }, VAN);
    await seeUsers(IN_VAN, VAN + 1);
    await gateway.app.get(SegmentUpdaterService).followFeed();
    const listed = await gateway.app.get(SegmentService).list(gateway.appId);
    expect(listed.find(({ name }) => name === 'winter people')?.userCount).toBe(VAN);
    const [entry] = await gateway.app
      .get(AuditService)
      .listEntries(gateway.appId, { limit: 1, action: 'tagging.start' });
    expect(entry?.by).toMatchObject({ kind: 'member', name: 'Ada' });
    expect(entry?.differences).toEqual([
      { change: 'add', subject: 'tag', to: 'winter' },
      { change: 'add', subject: 'users', to: String(VAN) },
    ]);
  });

  it('A tagging removes a tag from every user who has it', async () => {
    const began = await start({ target: { tag: ['winter'] }, tag: 'winter', direction: 'REMOVE' });
    expect(began.people).toBe(VAN);
    await run();
    expect(await show(began.id)).toMatchObject({ state: 'FINISHED', changed: VAN });
    await seeUsers({ tag: ['winter'] }, 0);
  });

  it('A tagging reaches exactly the users of a combination of segments', async () => {
    const target = { all: [{ segment: ['members'] }], none: [{ tag: ['vip'] }] };
    await gateway.app.get(SegmentCalculatorService).calculateDue(gateway.appId);
    const plus = SHOPPERS.filter(({ plans, tags }) => plans.includes('plus') && !tags.includes('vip')).length;
    expect(await start({ target, tag: 'plus but not vip' })).toMatchObject({ people: plus });
    await run();
    await seeUsers({ tag: ['plus but not vip'] }, plus);
  });

  it('A repeated request starts one tagging, which can be stopped once', async () => {
    const before = await open();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { target: ALL, tag: 'once', direction: 'ADD' };
    const first = await owner.post(TAGGINGS, body, headers);
    const repeated = await owner.post(TAGGINGS, body, headers);
    expect([first.status, repeated.status]).toEqual([200, 200]);
    expect(repeated.json).toEqual(first.json);
    expect(await open()).toBe(before + 1);
    const { id } = first.json as Tagging;
    const stopped = await owner.post(`${TAGGINGS}/${id}/stop`, {});
    expect(stopped.json).toMatchObject({ state: 'STOPPED', done: 0 });
    expect((await owner.post(`${TAGGINGS}/${id}/stop`, {})).status).toBe(409);
    await run();
    await seeUsers({ tag: ['once'] }, 0);
  });

  it.each([
    ['a tag without a name', { target: ALL, tag: '' }, 'tag'],
    ['a tag with a space before it', { target: ALL, tag: ' winter' }, 'tag'],
    ['a tag that is too long', { target: ALL, tag: 'x'.repeat(256) }, 'tag'],
    ['a tag with a character that cannot be stored', { target: ALL, tag: 'x\0' }, 'tag'],
    ['a tag that is no text', { target: ALL, tag: 7 }, 'tag'],
    ['no tag', { target: ALL }, 'tag'],
    ['no target', { tag: 'x' }, 'target'],
    ['a direction that there is not', { target: ALL, tag: 'x', direction: 'SET' }, 'direction'],
    ['to take off a tag that there is not', { target: ALL, tag: 'never', direction: 'REMOVE' }, 'tag'],
    ['an audience of nobody', { target: { profile: { city: ['Nowhere'] } }, tag: 'x' }, 'target'],
    ['an attribute that there is not', { target: { profile: { nothing: ['x'] } }, tag: 'x' }, undefined],
    ['a segment that is gone', { target: { segment: ['gone'] }, tag: 'x' }, undefined],
  ])('The tagging request refuses %s, and no tagging starts', async (_, body, field) => {
    const before = await open();
    const { status, json } = await ask(body);
    const { problems } = json as { problems: { path: string | null }[] };
    expect([status, problems.length]).toEqual([400, 1]);
    if (field !== undefined) {
      expect(problems[0]?.path).toBe(field);
    }
    expect(await open()).toBe(before);
  });

  it.each([
    ['a private attribute', { profile: { income: [1] } }],
    ['a private attribute within a group', { none: [{ profile: { income: [1] } }] }],
    ['an address', { profile: { email: ['a@example.com'] } }],
    ['a private detail of an event', { event: { name: 'Seen', within: '7d', where: { card: ['1'] } } }],
  ])('A tagging by %s is refused to a member who may not see private values', async (_, target) => {
    const before = await open();
    const refused = await ask({ target, tag: 'x' }, mixed);
    expect([refused.status, refused.text], refused.text).toEqual([403, expect.stringContaining('users.private')]);
    expect(await open()).toBe(before);
  });

  it('A tagging needs the rights to import and to count, and belongs to its application', async () => {
    const { app, appId } = gateway;
    const body = { target: IN_VAN, tag: 'x' };
    for (const role of ['marketer', 'importer', 'analyst', 'support', 'operator', 'approver'] as const) {
      const member = await signIn(gateway, [{ role, appId }]);
      expect((await ask(body, member)).status, role).toBe(403);
    }
    const { id, people } = await start(body, mixed);
    expect(people).toBe(VAN + 1);
    const importer = await signIn(gateway, [{ role: 'importer', appId }]);
    expect((await importer.get(`${TAGGINGS}/${id}`)).json).toMatchObject({ state: 'WAITING' });
    const bakery = await app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const stranger = await signIn(gateway, [{ role: 'owner', appId: bakery.app.id }]);
    const strange = '/apps/other/audience/taggings';
    expect((await stranger.get(`${strange}/${id}`)).status).toBe(404);
    expect((await stranger.post(`${strange}/${id}/stop`, {})).status).toBe(404);
    expect((await stranger.get(strange)).json).toEqual({ items: [] });
    expect((await stranger.get(TAGGINGS)).status).toBe(404);
    expect((await owner.get(`${TAGGINGS}/7`)).status).toBe(404);
    expect((await owner.get(`${TAGGINGS}/${randomUUID()}`)).status).toBe(404);
    expect((await owner.post(`${TAGGINGS}/${id}/stop`, {})).status).toBe(200);
  });
});
