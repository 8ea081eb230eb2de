import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { secondApplication } from '../../../../test/support/contract/second-application.js';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import {
  EVERYBODY,
  MESSAGE,
  PEOPLE,
  problemOf,
  startApprovalDesk,
  type ApprovalDesk,
} from '../../../../test/support/panel/approvals/approval-desk.js';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

interface Row {
  key: string;
  state: string;
  dueAt: string;
  localTime: string | null;
}

let desk: ApprovalDesk;
/** A campaign of another application. */
let stranger: PanelMember;
beforeAll(async () => {
  desk = await startApprovalDesk();
  const { appId } = await secondApplication(desk.sending.gateway);
  stranger = await signIn(desk.sending.gateway, [{ role: 'owner', appId }]);
});
afterAll(() => desk.sending.close());
beforeEach(() => desk.setApproval(null));
afterEach(() => desk.sending.drain());

/** Sends a campaign of a server. @returns its key */
async function schedule(startTime: string, more: object = {}): Promise<string> {
  const schedule = { startTime, ...more };
  return String(await desk.sending.bulk({ ...MESSAGE, target: EVERYBODY, schedule }));
}
const move = (key: string, body: object, member = desk.author) => member.post(`/apps/shop/campaigns/${key}/move`, body);
const read = async (key: string) => (await desk.author.get(`/apps/shop/campaigns/${key}`)).json as Row;
async function listMoves(key: string) {
  const { gateway } = desk.sending;
  const entries = await gateway.app
    .get(AuditService)
    .listEntries(gateway.appId, { subject: `campaign ${key}`, limit: 9 });
  return entries.flatMap(({ action, differences, by }) => (action === 'campaign.move' ? [{ differences, by }] : []));
}

describe('Move of a scheduled campaign', () => {
  it('A moved campaign begins at its new time, with an audit entry, and reaches every user once', async () => {
    const [before, after] = [inHours(3), inHours(5)];
    const key = await schedule(before);
    const moved = await move(key, { startTime: after, seen: before });
    expect(moved.status, moved.text).toBe(200);
    expect(moved.json).toMatchObject({ key, state: 'SCHEDULED', dueAt: after, localTime: null });
    expect(await listMoves(key)).toMatchObject([
      { by: { kind: 'member' }, differences: [{ change: 'change', subject: 'time', from: before, to: after }] },
    ]);
    expect(await desk.countPushes()).toBe(0);
    await desk.sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET due_at = now() - interval '1 second' WHERE notification_key = $1`,
      [Number(key)],
    );
    expect(await desk.countPushes()).toBe(PEOPLE);
  });

  it('A move is refused when another member has moved the campaign in between', async () => {
    const before = inHours(3);
    const key = await schedule(before);
    await move(key, { startTime: inHours(4), seen: before });
    const { dueAt } = await read(key);
    expect(problemOf(await move(key, { startTime: inHours(9), seen: before }))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      path: 'seen',
    });
    expect((await read(key)).dueAt).toBe(dueAt);
    const both = await Promise.all([6, 7].map((hours) => move(key, { startTime: inHours(hours), seen: dueAt })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await listMoves(key)).toHaveLength(2);
    await desk.author.post(`/apps/shop/campaigns/${key}/stop`);
  });

  it('A campaign in local time can only be moved to another local time', async () => {
    const [day] = inHours(72).split('T');
    const key = await schedule(`${day}T10:00:00`, { localTimezone: true });
    expect(await read(key)).toMatchObject({ localTime: `${day}T10:00:00` });
    const later = { startTime: `${day}T18:30:00`, localTimezone: true, seen: `${day}T10:00:00` };
    const moved = await move(key, later);
    expect(moved.status, moved.text).toBe(200);
    expect(moved.json).toMatchObject({ localTime: `${day}T18:30:00`, dueAt: `${day}T04:30:00.000Z` });
    const moment = { startTime: inHours(72), seen: `${day}T18:30:00` };
    expect(problemOf(await move(key, moment))).toMatchObject({ status: 400, code: 'malformed' });
    const at = inHours(4);
    const second = await schedule(at);
    const local = { startTime: `${day}T18:30:00`, localTimezone: true, seen: at };
    expect(problemOf(await move(second, local))).toMatchObject({ status: 400, code: 'malformed' });
  });

  it.each([
    ['a time that has passed', { startTime: inHours(-1) }],
    ['no time', { startTime: 'tomorrow' }],
    ['a time that no clock has', { startTime: '2030-02-31T10:00:00Z' }],
    ['nothing', {}],
  ])('The move of a campaign is rejected with %s', async (_, body) => {
    const before = inHours(3);
    const key = await schedule(before);
    expect((await move(key, { ...body, seen: before })).status).toBe(400);
    expect((await read(key)).dueAt).toBe(before);
    expect(await listMoves(key)).toEqual([]);
  });
});

describe('Campaigns that cannot be moved', () => {
  it('A campaign that has begun, is paused or has ended cannot be moved', async () => {
    const before = inHours(3);
    const keys = [await schedule(before), await schedule(before), await schedule(before)] as const;
    const [started, paused, stopped] = keys;
    await desk.author.post(`/apps/shop/campaigns/${paused}/pause`);
    await desk.second.post(`/apps/shop/campaigns/${paused}/pause`);
    await desk.second.post(`/apps/shop/campaigns/${stopped}/stop`);
    await desk.sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET due_at = now() - interval '1 second' WHERE notification_key = $1`,
      [Number(started)],
    );
    const body = { startTime: inHours(6), seen: before };
    const texts = await Promise.all(keys.map(async (key) => problemOf(await move(key, body))));
    expect(texts).toMatchObject([
      { status: 409, code: 'wrong_state', text: expect.stringContaining('has begun already') as string },
      { status: 409, code: 'wrong_state', text: expect.stringContaining('is paused') as string },
      { status: 409, code: 'wrong_state', text: expect.stringContaining('has ended already') as string },
    ]);
  });

  it('A campaign is moved neither from another application nor without the permission to send', async () => {
    const before = inHours(3);
    const key = await schedule(before);
    const body = { startTime: inHours(6), seen: before };
    expect((await move(key, body, stranger)).status).toBe(404);
    const { status } = await stranger.post(`/apps/elsewhere/campaigns/${key}/move`, body);
    expect(status).toBe(404);
    expect((await move(key, body, desk.approver)).status).toBe(403);
    expect((await read(key)).dueAt).toBe(before);
  });
});

describe('Move of a campaign with approval', () => {
  beforeEach(() => desk.setApproval({ from: 3 }));

  it('A campaign that waits for approval is listed as held even with a start time', async () => {
    const key = await desk.ask({ schedule: { startTime: inHours(3) } });
    expect(await read(key)).toMatchObject({ state: 'HELD' });
    const { items } = (await desk.author.get('/apps/shop/campaigns?state=HELD')).json as { items: Row[] };
    expect(items.map((row) => row.key)).toContain(key);
  });

  it('An approved campaign needs a new approval after a move, and the earlier reading no longer counts', async () => {
    const [before, after] = [inHours(3), inHours(6)];
    const key = await desk.ask({ schedule: { startTime: before } });
    const seen = await desk.seen(key);
    expect((await desk.approve(key, desk.approver, seen)).status).toBe(200);
    expect(await read(key)).toMatchObject({ state: 'SCHEDULED', dueAt: before });
    const moved = await move(key, { startTime: after, seen: before });
    expect(moved.json).toMatchObject({ state: 'HELD', dueAt: after });
    expect(await desk.listKeys()).toContain(key);
    const review = await desk.read(key);
    expect(review).toMatchObject({ state: 'WAITING', given: 0, draft: { schedule: { startTime: after } } });
    expect(review).toMatchObject({ startsAt: after, expiresAt: after });
    expect(problemOf(await desk.approve(key, desk.second, seen)), 'what was read before').toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      path: 'hash',
    });
    expect(problemOf(await desk.approve(key, desk.author))).toMatchObject({ code: 'own_request' });
    expect((await desk.approve(key, desk.approver)).status).toBe(200);
    expect(await read(key)).toMatchObject({ state: 'SCHEDULED', dueAt: after });
    expect(await desk.listActions(key)).toEqual([
      'approval.ask member',
      'approval.give member',
      'campaign.move member',
      'approval.ask member',
      'approval.give member',
    ]);
  });

  it('Only its author can move a campaign that waits for approval, and it loses the given approvals', async () => {
    await desk.setApproval({ from: 3, approvers: 2 });
    const before = inHours(3);
    const key = await desk.ask({ schedule: { startTime: before } });
    await desk.approve(key, desk.approver);
    expect(problemOf(await move(key, { startTime: inHours(5), seen: before }, desk.second))).toMatchObject({
      status: 403,
      code: 'not_granted',
    });
    expect(await desk.read(key)).toMatchObject({ given: 1 });
    expect((await move(key, { startTime: inHours(5), seen: before })).status).toBe(200);
    expect(await desk.read(key)).toMatchObject({ given: 0, state: 'WAITING' });
    await desk.author.post(`/apps/shop/approvals/${key}/withdraw`);
  });
});

describe('Overlap of two campaigns', () => {
  const ask = (campaigns: unknown, member = desk.author) => member.post('/apps/shop/campaigns/overlap', { campaigns });

  it('The overlap of two campaigns counts exactly the users of both, or gives no number', async () => {
    await desk.sending.post('registerUsers', [
      { extId: 'u0', profile: { city: 'Izmir' } },
      { extId: 'u1', profile: { city: 'Izmir' } },
    ]);
    const all = await schedule(inHours(3));
    const izmir = { profile: { city: ['Izmir'] } };
    expect((await ask([{ key: Number(all) }, { target: izmir }])).json).toEqual({
      items: [{ users: PEOPLE }, { users: 2 }],
      both: 2,
    });
    const gone = { segment: ['nobody knows it'] };
    expect((await ask([{ key: Number(all) }, { target: gone }])).json).toEqual({
      items: [{ users: PEOPLE }, { users: null }],
      both: null,
    });
    expect((await ask([{ key: Number(all) }])).status).toBe(400);
    expect((await ask([{ key: Number(all) }, {}])).status).toBe(400);
    expect((await ask([{ key: Number(all) }, { key: 2_000_000_000 }])).status).toBe(404);
  });

  it('The overlap of campaigns is refused to another application and without the permission to count', async () => {
    const key = Number(await schedule(inHours(3)));
    const { gateway } = desk.sending;
    const support = await signIn(gateway, [{ role: 'support', appId: gateway.appId }]);
    expect((await ask([{ key }, { key }], support)).status).toBe(403);
    expect((await ask([{ key }, { key }], stranger)).status).toBe(404);
  });
});
