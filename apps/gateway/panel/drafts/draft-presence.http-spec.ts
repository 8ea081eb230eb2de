import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DraftPresenceService } from '#libs/notifications/drafts';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import {
  askPanel,
  memberOf,
  PAGE_HEADERS,
  portedTo,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';
import { secondApplication } from '../../../../test/support/contract/second-application.js';

let gateway: TestGateway;
let second: TestGateway;
let ada: PanelMember;
let bo: PanelMember;
let draft: string;
beforeAll(async () => {
  gateway = await startGateway();
  second = await startGateway(undefined, { DATABASE_URL: gateway.fresh.url }, undefined, false);
  ada = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  const colleague = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  // A proxy sends this page to another process.
  bo = memberOf(second.base, colleague.memberId, portedTo(second.base, colleague.cookie));
  await bo.post('/me', { name: 'Bo' });
});
afterAll(async () => {
  await second?.close();
  await gateway?.close();
});
beforeEach(async () => {
  draft = ((await ada.post('/apps/shop/drafts', { name: 'Spring', body: {} })).json as { id: string }).id;
});

/** Asks like the page: without a key, so that nothing is kept for a repeat. */
const meet = async (member: PanelMember, body: object, id = draft, app = 'shop') =>
  askPanel(member === bo ? second.base : gateway.base, `/apps/${app}/drafts/${id}/presence`, {
    cookie: member.cookie,
    method: 'POST',
    headers: PAGE_HEADERS,
    body,
  });
const beat = (member: PanelMember, tab = 1) => meet(member, { tab, isOpen: true });
const leave = (member: PanelMember, tab = 1) => meet(member, { tab, isOpen: false });
const namesFor = async (member: PanelMember) =>
  ((await beat(member)).json as { items: { id: string; name: string }[] }).items.map(({ name }) => name);
const countRows = async (table: string) =>
  (await gateway.fresh.db.row<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`))?.n;
const pass = (seconds: number) =>
  gateway.fresh.db.affected(
    'UPDATE notifications.draft_presence SET seen_at = seen_at - make_interval(secs => $1) WHERE draft_id = $2',
    [seconds, Number(draft)],
  );

describe('Presence in a draft', () => {
  it('The presence in a draft names the other members, across gateways, and never the asking member', async () => {
    expect(await namesFor(ada)).toEqual([]);
    expect((await beat(bo)).json).toEqual({ items: [{ id: String(ada.memberId), name: 'Ada' }] });
    expect(await namesFor(ada)).toEqual(['Bo']);
    expect(await namesFor(bo)).toEqual(['Ada']);
  });

  it('The presence of a member ends at once with its last open page', async () => {
    await beat(bo, 1);
    await beat(bo, 2);
    expect(await namesFor(ada)).toEqual(['Bo']);
    await leave(bo, 1);
    expect(await namesFor(ada)).toEqual(['Bo']);
    await leave(bo, 2);
    expect(await namesFor(ada)).toEqual([]);
    expect((await leave(bo, 2)).status, 'twice').toBe(200);
  });

  it('The presence of a crashed browser ends after twenty seconds, and its row is deleted later', async () => {
    await beat(bo);
    await pass(19);
    expect(await namesFor(ada)).toEqual(['Bo']);
    await pass(2);
    expect(await namesFor(ada)).toEqual([]);
    await leave(ada);
    await gateway.app.get(DraftPresenceService, { strict: false }).deleteExpired();
    expect(await countRows(`notifications.draft_presence WHERE draft_id = ${draft}`)).toBe(0);
  });

  it('The presence in a draft leaves one row for each page, and no audit entry, version or stored response', async () => {
    const counted = () => Promise.all(['audit.entry', 'platform.idempotency'].map(countRows));
    const before = await counted();
    for (let n = 0; n < 5; n += 1) {
      await beat(ada);
    }
    expect(await countRows(`notifications.draft_presence WHERE draft_id = ${draft}`)).toBe(1);
    expect(await counted()).toEqual(before);
    expect((await ada.get(`/apps/shop/drafts/${draft}`)).json).toMatchObject({ version: 1 });
  });

  it('A draft can be saved and deleted while other members have it open', async () => {
    await beat(ada);
    await beat(bo);
    const saved = await bo.post(`/apps/shop/drafts/${draft}/save`, { name: 'Summer', body: {}, version: 1 });
    expect(saved.status).toBe(200);
    await gateway.fresh.db.tx(async (tx) => {
      await tx.row('SELECT FROM notifications.draft WHERE draft_id = $1 FOR UPDATE', [Number(draft)]);
      expect((await beat(ada)).status, 'while somebody saves').toBe(200);
    });
    expect((await bo.post(`/apps/shop/drafts/${draft}/delete`, { version: 2 })).status).toBe(204);
    expect((await beat(ada)).status).toBe(404);
    expect((await leave(ada)).status).toBe(200);
  });

  it('The presence request accepts only a page number below 16 and a boolean', async () => {
    const bodies = [{}, { tab: 1 }, { isOpen: true }, { tab: 16, isOpen: true }, { tab: -1, isOpen: true }];
    for (const body of [...bodies, { tab: 1.5, isOpen: true }, { tab: '1', isOpen: true }, { tab: 1, isOpen: 'yes' }]) {
      expect((await meet(ada, body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const id of ['987654321', 'x', '-1', '99999999999999999999']) {
      expect((await meet(ada, { tab: 1, isOpen: true }, id)).status, id).toBe(404);
    }
  });

  it('The presence is refused without the permission to write campaigns and to another application', async () => {
    const analyst = await signIn(gateway, [{ role: 'analyst', appId: gateway.appId }]);
    expect((await beat(analyst)).status).toBe(403);
    const { appId } = await secondApplication(gateway);
    const stranger = await signIn(gateway, [{ role: 'owner', appId }]);
    await beat(ada);
    for (const isOpen of [true, false]) {
      expect((await meet(stranger, { tab: 1, isOpen })).status).toBe(404);
    }
    expect((await meet(stranger, { tab: 1, isOpen: true }, draft, 'elsewhere')).status).toBe(404);
    await meet(stranger, { tab: 1, isOpen: false }, draft, 'elsewhere');
    expect(await namesFor(bo)).toEqual(['Ada']);
  });
});
