import { checkOf } from '../../../../test/support/panel/compose/check-answers.js';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditService } from '#libs/audit';
import { ReviewExpiryService } from '#libs/notifications';
import { ApplicationService, ApplyService, AuthenticatorService } from '#libs/tenancy';
import type { Answer } from '../../../../test/support/contract/gateway.js';
import {
  askPanel,
  cookieOf,
  makeLink,
  memberOf,
  PAGE_HEADERS,
  signIn,
  type PanelMember,
} from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const PEOPLE = 6;
const MESSAGE = { title: 'Spring', text: 'Everything 20 % off', platforms: ['IOS'] };
const EVERYBODY = { sendToAll: true };

interface Check {
  hash: string;
  planned: number;
  needsApproval: boolean;
}
interface Review {
  key: string;
  state: string;
  hash: string;
  planned: number | null;
  given: number;
  own: string | null;
  words: string | null;
  author: { kind: string; name: string } | null;
  votes: { words: string | null }[];
  draft: { message?: unknown } | null;
  target: unknown;
  revises: string | null;
  revision: string | null;
  differences: { field: string; from: string | null; to: string | null }[];
}

let sending: Sending;
let author: PanelMember;
let approver: PanelMember;
let second: PanelMember;
beforeAll(async () => {
  sending = await startSending();
  const { gateway } = sending;
  await register(0, PEOPLE);
  const of = (role: 'marketer' | 'approver' | 'owner') => [{ role, appId: gateway.appId }];
  author = await signIn(gateway, [...of('marketer'), ...of('approver')]);
  approver = await signIn(gateway, of('approver'));
  second = await signIn(gateway, of('owner'));
});
afterAll(() => sending.close());
beforeEach(() => setApproval({ from: 3 }));
afterEach(() => sending.drain());

const register = (from: number, to: number) =>
  sending.post(
    'registerUsers',
    Array.from({ length: to - from }, (_, n) => ({
      extId: `u${from + n}`,
      platform: 'IOS',
      deviceToken: (from + n).toString(16).padStart(64, '0'),
    })),
  );

async function setApproval(approval: unknown): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', settings: { approval } }, { dryRun: false });
  // The gateway hears of it by a notice a moment later.
  sending.gateway.app.get(AuthenticatorService).clearCache();
}

/** Composes, checks and asks. @returns the key */
async function ask(change: object = {}, more: object = {}): Promise<string> {
  const campaign = { message: MESSAGE, target: EVERYBODY, ...change };
  const check = await author.post('/apps/shop/compose/check', campaign);
  expect(check.status, check.text).toBe(200);
  const { hash, planned, needsApproval } = checkOf(check) as Check;
  expect(needsApproval).toBe(true);
  const asked = await author.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned }, ...more });
  expect(asked.status, asked.text).toBe(200);
  expect(asked.json).toMatchObject({ waits: true });
  return (asked.json as { key: string }).key;
}

async function read(key: string, who = approver): Promise<Review> {
  const answer = await who.get(`/apps/shop/approvals/${key}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Review;
}

/** What an approver has read. */
async function seen(key: string): Promise<{ hash: string; planned: number }> {
  const answer = await approver.post(`/apps/shop/approvals/${key}/check`);
  expect(answer.status, answer.text).toBe(200);
  const { hash, planned } = checkOf(answer) as Check;
  return { hash, planned };
}

const approve = async (key: string, who: PanelMember, body?: object) =>
  who.post(`/apps/shop/approvals/${key}/approve`, body ?? (await seen(key)));
const problemOf = ({ status, json }: Answer) => {
  const [problem] = (json as { problems?: { code: string; path: string; text: string }[] }).problems ?? [];
  return { status, code: problem?.code, path: problem?.path, text: problem?.text };
};
const listKeys = async (who = approver) =>
  ((await who.get('/apps/shop/approvals')).json as { items: { key: string }[] }).items.map(({ key }) => key);

/** Pushes that have reached the simulated provider since the last look. */
async function countPushes(): Promise<number> {
  await sending.drain();
  let count = 0;
  for await (const _ of sending.simulators.everyDelivery('apns')) {
    count += 1;
  }
  await sending.simulators.clear();
  return count;
}

const listActions = async (key: string) =>
  (
    await sending.gateway.app
      .get(AuditService)
      .listEntries(sending.gateway.appId, { limit: 100, subjects: [`send ${key}`, `campaign ${key}`] })
  )
    .map(({ action, by }) => `${action} ${by.kind}`)
    .toReversed();

describe('a campaign that a member asks for', () => {
  it('goes to few without an approval, and waits where it reaches more', async () => {
    await setApproval({ from: PEOPLE });
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned, needsApproval } = checkOf(await author.post('/apps/shop/compose/check', campaign)) as Check;
    expect(needsApproval).toBe(false);
    const sent = await author.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned } });
    expect(sent.json).toMatchObject({ waits: false });
    expect(await countPushes()).toBe(PEOPLE);
    await setApproval({ from: PEOPLE - 1 });
    const key = await ask();
    expect(await countPushes()).toBe(0);
    expect(await listKeys()).toContain(key);
    await author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('leaves when another member approves what it read, with an entry for each step', async () => {
    const key = await ask();
    const review = await read(key);
    expect(review).toMatchObject({ state: 'WAITING', planned: PEOPLE, given: 0, own: null, target: { type: 'all' } });
    expect(review.draft).toEqual({ message: MESSAGE, target: EVERYBODY });
    expect((await read(key, author)).own).toBe('AUTHOR');
    const done = await approve(key, approver, { ...(await seen(key)), words: 'Good to go' });
    expect(done.status, done.text).toBe(200);
    expect(done.json).toMatchObject({ state: 'APPROVED', given: 1, own: 'APPROVED', votes: [{ words: 'Good to go' }] });
    expect(await countPushes()).toBe(PEOPLE);
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.give member']);
    expect(await listKeys()).not.toContain(key);
    expect(problemOf(await approve(key, second))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      path: 'state',
    });
    expect(await countPushes()).toBe(0);
  });

  it('is not approved by its author: with another role, in another session, by a mightier grant', async () => {
    const key = await ask();
    expect(problemOf(await approve(key, author))).toMatchObject({ status: 403, code: 'own_request' });
    const { gateway } = sending;
    const link = await makeLink(gateway, author.memberId);
    const entered = await askPanel(gateway.base, '/session/link', {
      method: 'POST',
      headers: PAGE_HEADERS,
      body: { token: link },
    });
    const again = memberOf(gateway.base, author.memberId, cookieOf(entered));
    expect(problemOf(await approve(key, again))).toMatchObject({ status: 403, code: 'own_request' });
    const owner = await signIn(gateway);
    await owner.post(`/members/${author.memberId}/grants`, { grants: [{ role: 'owner', app: 'shop' }] });
    expect(problemOf(await approve(key, again))).toMatchObject({ status: 403, code: 'own_request' });
    await setApproval({ from: 3, self: true });
    const own = await ask();
    expect(problemOf(await approve(own, author)), 'also where keys approve themselves').toMatchObject({ status: 403 });
    expect(await countPushes()).toBe(0);
    await setApproval({ from: 3, self: false });
  });

  it('leaves once when two approve at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await ask();
      const body = await seen(key);
      const answers = await Promise.all([approver, second].map((who) => approve(key, who, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await countPushes()).toBe(PEOPLE);
      expect(await listActions(key)).toEqual(['approval.ask member', 'approval.give member']);
    }
  });

  it('leaves once when one approval is repeated at the same moment', async () => {
    const key = await ask();
    const body = await seen(key);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => approver.post(`/apps/shop/approvals/${key}/approve`, body, headers)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await countPushes()).toBe(PEOPLE);
    expect((await read(key)).given).toBe(1);
  });

  it('needs as many members as the application says, each of them once', async () => {
    await setApproval({ from: 3, approvers: 2 });
    const key = await ask();
    expect((await approve(key, approver)).json).toMatchObject({ state: 'WAITING', given: 1 });
    expect((await approve(key, approver)).status).toBe(409);
    expect(await countPushes()).toBe(0);
    expect((await approve(key, second)).json).toMatchObject({ state: 'APPROVED', given: 2 });
    expect(await countPushes()).toBe(PEOPLE);
  });

  it('is approved as it was read and no other', async () => {
    const key = await ask();
    const { hash, planned } = await seen(key);
    const other = await ask({ message: { ...MESSAGE, text: 'Everything 90 % off' } });
    const answer = await approve(other, approver, { hash, planned });
    expect(problemOf(answer)).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'hash' });
    // Somebody writes into the row of what waits.
    await sending.gateway.fresh.db.affected(
      `UPDATE delivery.dispatch SET message = jsonb_set(message, '{text}', '"Free"') WHERE notification_key = $1`,
      [Number(key)],
    );
    expect(problemOf(await approve(key, approver, { hash, planned }))).toMatchObject({ status: 409, path: 'asked' });
    expect(problemOf(await approve(key, approver)), 'not even with its new hash').toMatchObject({ path: 'asked' });
    expect(await countPushes()).toBe(0);
  });

  it('is void when its author changes it, and says what changed', async () => {
    await setApproval({ from: 3, approvers: 2 });
    const key = await ask();
    const read1 = await seen(key);
    expect((await approve(key, second, read1)).status).toBe(200);
    const changed = await ask({ message: { ...MESSAGE, text: 'Everything 30 % off' } }, { revises: key });
    const refused = problemOf(await approve(key, approver, read1));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'revision' });
    expect(refused.text).toContain('message.text');
    expect(refused.text).toContain(changed);
    expect(await read(key)).toMatchObject({ state: 'REPLACED', revision: changed });
    expect(await read(changed)).toMatchObject({
      state: 'WAITING',
      given: 0,
      revises: key,
      differences: [{ field: 'message.text', from: '"Everything 20 % off"', to: '"Everything 30 % off"' }],
    });
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.give member', 'approval.replace member']);
    expect((await approve(changed, approver)).status).toBe(200);
    expect(await countPushes(), 'the earlier approval does not count for it').toBe(0);
    await approve(changed, second);
    expect(await countPushes()).toBe(PEOPLE);
  });

  it('is changed and taken back by its author alone', async () => {
    const key = await ask();
    const other = await signIn(sending.gateway, [{ role: 'marketer', appId: sending.gateway.appId }]);
    expect(problemOf(await other.post(`/apps/shop/approvals/${key}/withdraw`))).toMatchObject({ code: 'not_granted' });
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned } = checkOf(await other.post('/apps/shop/compose/check', campaign)) as Check;
    const body = { campaign, seen: { hash, planned }, revises: key };
    expect(problemOf(await other.post('/apps/shop/compose/launch', body))).toMatchObject({ code: 'not_granted' });
    expect((await author.post(`/apps/shop/approvals/${key}/withdraw`)).json).toMatchObject({ state: 'WITHDRAWN' });
    expect(problemOf(await approve(key, approver))).toMatchObject({ status: 409, path: 'state' });
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.withdraw member']);
    expect(await countPushes()).toBe(0);
  });

  it('never leaves after a rejection, whose words its author reads', async () => {
    const key = await ask();
    const { hash } = await read(key);
    expect((await approver.post(`/apps/shop/approvals/${key}/reject`, { hash })).status, 'without words').toBe(400);
    const answer = await approver.post(`/apps/shop/approvals/${key}/reject`, { hash, words: 'The price is wrong' });
    expect(answer.status, answer.text).toBe(200);
    expect(await read(key, author)).toMatchObject({ state: 'REJECTED', words: 'The price is wrong' });
    expect(problemOf(await approve(key, second))).toMatchObject({ status: 409, path: 'state' });
    expect(await countPushes()).toBe(0);
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.reject member']);
  });

  it('is refused past its time, and then waits no more', async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const key = await ask({ schedule: { startTime } });
    const body = await seen(key);
    await sending.gateway.fresh.db.affected(
      `UPDATE notifications.approval_request SET expires_at = now() - interval '1 second' WHERE approval_id = $1`,
      [Number(key)],
    );
    expect(problemOf(await approve(key, approver, body))).toMatchObject({ status: 409, path: 'expiresAt' });
    const expiry = sending.gateway.app.get(ReviewExpiryService, { strict: false });
    const ended = await Promise.all([expiry.endExpired(), expiry.endExpired()]);
    expect(ended.toSorted()).toEqual([0, 1]);
    expect(await read(key)).toMatchObject({ state: 'EXPIRED' });
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.expire system']);
    expect(await countPushes()).toBe(0);
  });

  it('is not approved for another number of people than was read', async () => {
    const key = await ask();
    const body = await seen(key);
    await register(PEOPLE, PEOPLE + 1);
    const refused = problemOf(await approve(key, approver, body));
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', path: 'planned' });
    expect(refused.text).toContain(String(PEOPLE + 1));
    expect((await read(key)).planned, 'then').toBe(PEOPLE);
    expect((await approve(key, approver)).status, 'after another look').toBe(200);
    expect(await countPushes()).toBe(PEOPLE + 1);
  });
});

describe('who else may decide', () => {
  const bulk = async (key?: string) => {
    const answer = await sending.gateway.call('/rest/3.0/sendBulkNotification', {
      body: { message: MESSAGE, target: EVERYBODY },
      ...(key !== undefined && { key }),
    });
    expect(answer.status, answer.text).toBe(200);
    return String((answer.json as { notificationKey: number }).notificationKey);
  };
  const approveOverRest = (key: string, secret: string) =>
    sending.gateway.call('/rest/3.0/sendPushApproval', { body: [{ messageId: Number(key) }], key: secret });

  it('is no API key, unless the application says so', async () => {
    const secret = await sending.gateway.makeKey('approver', { scopes: ['approve'] });
    const key = await ask();
    expect(await approveOverRest(key, secret)).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await countPushes()).toBe(0);
    await setApproval({ from: 3, keys: true });
    expect(await approveOverRest(key, secret)).toMatchObject({ status: 200 });
    expect(await countPushes()).toBeGreaterThan(0);
    expect(await listActions(key)).toEqual(['approval.ask member', 'approval.give key']);
    await setApproval({ from: 3, keys: false });
  });

  it('is a member, for what an API key asked for', async () => {
    const key = await bulk();
    expect(await listKeys()).toContain(key);
    expect(await read(key)).toMatchObject({ state: 'WAITING', planned: null, draft: null, author: { kind: 'key' } });
    expect((await approve(key, approver)).status).toBe(200);
    expect(await countPushes()).toBeGreaterThan(0);
  });

  it('is nobody without the permission', async () => {
    const key = await ask();
    const body = await seen(key);
    const analyst = await signIn(sending.gateway, [{ role: 'analyst', appId: sending.gateway.appId }]);
    expect(await read(key, analyst)).toMatchObject({ target: null, draft: null });
    const calls: [string, object][] = [
      ['check', {}],
      ['approve', body],
      ['reject', { hash: body.hash, words: 'No' }],
      ['withdraw', {}],
    ];
    for (const [action, content] of calls) {
      const answer = await analyst.post(`/apps/shop/approvals/${key}/${action}`, content);
      expect(problemOf(answer), action).toMatchObject({ status: 403, code: 'permission_missing' });
    }
    await author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('is nobody of another application', async () => {
    const { gateway } = sending;
    await gateway.app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const other = await gateway.app.get(ApplicationService).findByName('other');
    const stranger = await signIn(gateway, [{ role: 'owner', appId: other?.id ?? 0 }]);
    const key = await ask();
    const body = await seen(key);
    for (const app of ['other', 'shop']) {
      const at = `/apps/${app}/approvals/${key}`;
      const answers = [
        await stranger.get(at),
        await stranger.post(`${at}/check`),
        await stranger.post(`${at}/approve`, body),
        await stranger.post(`${at}/reject`, { hash: body.hash, words: 'No' }),
        await stranger.post(`${at}/withdraw`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect(((await stranger.get('/apps/other/approvals')).json as { items: object[] }).items).toEqual([]);
    const campaign = { message: MESSAGE, target: EVERYBODY };
    const { hash, planned } = checkOf(await stranger.post('/apps/other/compose/check', campaign)) as Check;
    const launch = { campaign, seen: { hash, planned }, revises: key };
    expect((await stranger.post('/apps/other/compose/launch', launch)).status).toBe(404);
    expect(await read(key)).toMatchObject({ state: 'WAITING' });
    await author.post(`/apps/shop/approvals/${key}/withdraw`);
  });

  it('sees on the home how many wait for an approval by this very member', async () => {
    const countOf = async (who: PanelMember) =>
      ((await who.get('/apps/shop/home')).json as { approvals: number }).approvals;
    await setApproval({ from: 3, approvers: 2 });
    expect(await countOf(approver)).toBe((await listKeys()).length);
    const before = await countOf(approver);
    const ownBefore = await countOf(author);
    const key = await ask();
    expect([await countOf(approver), await countOf(author)]).toEqual([before + 1, ownBefore]);
    await approve(key, approver);
    expect([await countOf(approver), await countOf(second)]).toEqual([before, before + 1]);
    await author.post(`/apps/shop/approvals/${key}/withdraw`);
  });
});
