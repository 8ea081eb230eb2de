import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyService, ApplyService, AuthenticatorService } from '#libs/tenancy';
import { startSending, type Sending } from '../support/contract/sending.js';
import type { Answer } from '../support/contract/gateway.js';

const MESSAGE = { title: 'Sale', text: 'Now', platforms: ['IOS'] };
const USERS = 6;

let sending: Sending;
let definition: string;
beforeAll(async () => {
  sending = await startSending();
  const { makeKey } = sending.gateway;
  await makeKey('sender', { scopes: ['notifications'] });
  await makeKey('both', { scopes: ['notifications', 'approve'] });
  await makeKey('first approver', { scopes: ['approve'] });
  await makeKey('second approver', { scopes: ['approve'] });
  await apply({ app: 'shop', attributes: [{ code: 'plan', dataType: 'STRING' }] });
  const users = Array.from({ length: USERS }, (_, index) => ({
    extId: `u${index}`,
    platform: 'IOS',
    deviceToken: `own-approval-${index}`,
    profile: { plan: 'gold' },
    tags: ['vip'],
  }));
  await sending.post('registerUsers', users);
  const stored = { title: 'Code', message: '1234', platforms: ['IOS'] };
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', stored);
  definition = String(notificationKey);
});
afterAll(() => sending.close());
beforeEach(() => setApproval({}));

async function apply(file: object): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply(file, { dryRun: false });
}

async function setApproval(approval: unknown): Promise<void> {
  await apply({ app: 'shop', settings: { approval } });
  // The gateway hears of it by a notice a moment later.
  sending.gateway.app.get(AuthenticatorService).clearCache();
}

const call = (operation: string, body: unknown, key = 'both'): Promise<Answer> =>
  sending.gateway.call(`/rest/3.0/${operation}`, { body, key });
const approve = (messageId: number, key: string) => call('sendPushApproval', [{ messageId }], key);

async function bulk(body: object = {}, key = 'both'): Promise<number> {
  const { status, json } = await call(
    'sendBulkNotification',
    { message: MESSAGE, target: { sendToAll: true }, ...body },
    key,
  );
  expect(status).toBe(200);
  return (json as { notificationKey: number }).notificationKey;
}

/** Sends the stored notification. @returns the number under which it waits; null: it went */
async function send(targets: readonly object[], key = 'both'): Promise<number | null> {
  const entries = targets.map((target) => ({ notificationKey: definition, target }));
  const { status, json, headers } = await call('sendNotification', entries.length === 1 ? entries[0] : entries, key);
  expect([status, json]).toEqual([200, {}]);
  const id = headers.get('x-approval-id');
  return id === null ? null : Number(id);
}

/** Pushes that have reached the simulated provider. */
async function countPushes(): Promise<number> {
  let count = 0;
  for await (const _ of sending.simulators.everyDelivery('apns')) {
    count += 1;
  }
  return count;
}

/** Pushes that leave when everything that may be done now is done. */
async function countLeaving(work: () => Promise<unknown>): Promise<number> {
  const before = await countPushes();
  await work();
  await sending.drain();
  return (await countPushes()) - before;
}

describe('Key that sends', () => {
  it('A key does not approve its own campaign, although it has the scope', async () => {
    const id = await bulk();
    expect(await countLeaving(() => approve(id, 'both'))).toBe(0);
    expect(await approve(id, 'both')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await countLeaving(() => approve(id, 'first approver'))).toBe(USERS);
  });

  it('A key without the scope approves no campaign', async () => {
    const id = await bulk();
    expect(await approve(id, 'sender')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect(await countLeaving(() => approve(id, 'second approver'))).toBe(USERS);
  });

  it('A key does not approve its own campaign with the new secret of a rotation', async () => {
    const { app, appId, makeKey } = sending.gateway;
    await makeKey('rotating', { scopes: ['notifications', 'approve'] });
    const id = await bulk({}, 'rotating');
    const keys = app.get(ApiKeyService);
    const { id: keyId = 0 } = (await keys.listKeys(appId)).find(({ name }) => name === 'rotating') ?? {};
    const { secret } = await keys.rotateKey(appId, keyId, { overlapMs: 3_600_000 });
    expect(await approve(id, secret)).toMatchObject({ status: 403 });
    expect(await countLeaving(() => approve(id, 'first approver'))).toBe(USERS);
  });

  it('A transactional send with conditions on attributes waits for the approval of another key', async () => {
    await setApproval(true);
    const waiting = await send([{ pa: { plan: 'gold' } }]);
    expect(waiting).toEqual(expect.any(Number));
    expect(await countLeaving(() => approve(waiting ?? 0, 'both'))).toBe(0);
    expect(await countLeaving(() => approve(waiting ?? 0, 'first approver'))).toBe(USERS);
  });
});

describe('Sends above the number of users without approval', () => {
  beforeEach(() => setApproval({ from: 3 }));
  const named = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

  it.each([
    ['a campaign to all', () => bulk()],
    ['a campaign to a tag', () => bulk({ target: { tag: 'vip' } })],
    ['a campaign to an attribute', () => bulk({ target: { profile: { plan: 'gold' } } })],
    ['a campaign in an hour, whose audience may grow', () => scheduled()],
    ['conditions on attributes', () => send([{ pa: { plan: 'gold' } }])],
    ['a list of extIds', () => send([{ extId: named(4) }])],
    ['a list of extIds, one in each entry', () => send(named(4).map((extId) => ({ extId })))],
    ['a list of tokens', () => send([{ deviceToken: named(4).map((name) => name.replace('u', 'own-approval-')) }])],
    ['a mixed list', () => send([{ extId: named(2) }, { deviceToken: ['own-approval-4', 'own-approval-5'] }])],
  ])('A send to more users than allowed without approval waits: %s', async (_, sendIt) => {
    let id: number | null = null;
    const leaving = await countLeaving(async () => {
      id = await sendIt();
    });
    expect(leaving).toBe(0);
    expect(id).toEqual(expect.any(Number));
    expect(await approve(id ?? 0, 'both')).toMatchObject({ status: 403 });
    const isLater = _.includes('hour');
    expect(await countLeaving(() => approve(id ?? 0, 'first approver'))).toBeGreaterThanOrEqual(isLater ? 0 : 4);
    expect(await approve(id ?? 0, 'second approver')).toMatchObject({ status: 400, json: { code: 5005 } });
  });

  async function scheduled(): Promise<number> {
    const startTime = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    return bulk({ target: { tag: 'nobody has it yet' }, schedule: { startTime } });
  }

  it('A send to as many users as allowed or fewer does not wait, with each user counted once', async () => {
    expect(await countLeaving(() => send([{ extId: [...named(3), 'u0', 'u1'] }]))).toBe(3);
    expect(await countLeaving(() => send(['u0', 'u0', 'u0', 'u0'].map((extId) => ({ extId }))))).toBe(4);
    expect(await countLeaving(() => bulk({ message: { ...MESSAGE, limit: 3 } }))).toBe(3);
  });

  it('A send whose audience grows after it was counted reaches only the allowed number of users', async () => {
    await sending.post('tagUsers', { tag: 'growing', extIds: ['u0'] });
    await sending.post('setProfileAttributes', [{ extId: 'u0', profile: { plan: 'growing' } }]);
    const id = await bulk({ target: { tag: 'growing' } });
    expect(await send([{ pa: { plan: 'growing' } }])).toBeNull();
    await sending.post('tagUsers', { tag: 'growing', extIds: named(USERS) });
    const grown = named(USERS).map((extId) => ({ extId, profile: { plan: 'growing' } }));
    await sending.post('setProfileAttributes', grown);
    expect(await countLeaving(async () => undefined)).toBe(6);
    expect(await sending.dispatch(id)).toMatchObject({ planned: 3 });
    await sending.post(
      'setProfileAttributes',
      named(USERS).map((extId) => ({ extId, profile: { plan: 'gold' } })),
    );
  });
});

describe('Waiting sends', () => {
  interface Waiting {
    messageId: number;
  }
  interface WaitingPage {
    nextPage?: string;
    approvals: Waiting[];
  }
  const reject = (messageId: number, key: string) => call('sendPushApproval', [{ messageId, reject: true }], key);
  const get = (path: string, key: string) => sending.gateway.call(path, { method: 'GET', key });

  async function listWaiting(key = 'first approver', max = 100): Promise<Waiting[]> {
    const list: Waiting[] = [];
    for (let path: string | undefined = `/rest/3.0/getWaitingApprovals?max=${max}`; path !== undefined;) {
      const { status, json } = await get(path, key);
      expect(status).toBe(200);
      const { nextPage, approvals }: WaitingPage = json as WaitingPage;
      list.push(...approvals);
      path = nextPage?.slice(sending.gateway.base.length);
    }
    return list;
  }

  it.each([
    ['campaign', () => bulk()],
    ['sendNotification', () => send([{ pa: { plan: 'gold' } }, { pa: { plan: 'gold' } }])],
  ])('A rejected send cannot be approved or rejected again: %s', async (_, sendIt) => {
    const id = (await sendIt()) ?? 0;
    expect(await reject(id, 'sender')).toMatchObject({ status: 403, json: { code: 2022 } });
    expect((await reject(id, 'first approver')).status).toBe(200);
    expect(await countLeaving(() => approve(id, 'second approver'))).toBe(0);
    for (const answer of [await approve(id, 'second approver'), await reject(id, 'second approver')]) {
      expect(answer).toMatchObject({ status: 400, json: { code: 5005 } });
    }
    const log = await get('/rest/3.0/getAuditLog?action=approval.&max=1', 'rest');
    expect(log.json).toMatchObject({
      entries: [{ action: 'approval.reject', subject: `send ${id}`, by: { name: 'first approver' } }],
    });
    expect((await listWaiting()).map(({ messageId }) => messageId)).not.toContain(id);
  });

  it('A repeated request returns the number of its waiting send again', async () => {
    const body = { notificationKey: definition, target: { pa: { plan: 'gold' } } };
    const headers = { 'idempotency-key': 'waiting-once' };
    const [first, second] = [
      await sending.gateway.call('/rest/3.0/sendNotification', { body, key: 'both', headers }),
      await sending.gateway.call('/rest/3.0/sendNotification', { body, key: 'both', headers }),
    ];
    const id = first.headers.get('x-approval-id');
    expect(id).toMatch(/^\d+$/);
    expect([second.headers.get('idempotency-replayed'), second.headers.get('x-approval-id')]).toEqual(['true', id]);
    expect((await reject(Number(id), 'first approver')).status).toBe(200);
  });

  it('A waiting send may be rejected by its author, even when it has an approval already', async () => {
    await setApproval({ approvers: 2 });
    const id = (await send([{ pa: { plan: 'gold' } }])) ?? 0;
    expect((await approve(id, 'first approver')).status).toBe(200);
    expect((await reject(id, 'both')).status).toBe(200);
    expect(await countLeaving(() => approve(id, 'second approver'))).toBe(0);
  });

  it('A waiting send is not rejected by another application, nor rejected and approved in one request', async () => {
    const [first, second] = [await bulk(), await bulk()];
    const both = [{ messageId: first, reject: true }, { messageId: second }, { messageId: first }];
    expect(await call('sendPushApproval', both, 'first approver')).toMatchObject({ status: 400, json: { code: 2004 } });
    const { app } = sending.gateway;
    const other = await app
      .get(ApplyService)
      .apply({ app: 'rejecting', settings: { approval: true } }, { dryRun: false });
    const { secret } = await app.get(ApiKeyService).createKey(other.app.id, { kind: 'rest', name: 'first approver' });
    expect(await reject(first, secret)).toMatchObject({ status: 400, json: { code: 5003 } });
    expect(await listWaiting(secret)).toEqual([]);
    const mixed = both.slice(0, 2);
    expect(await countLeaving(() => call('sendPushApproval', mixed, 'first approver'))).toBe(USERS);
  });

  it('A waiting send is listed page by page until it is decided or stopped', async () => {
    await setApproval({ approvers: 2 });
    const before = await listWaiting();
    const campaign = await bulk();
    const stopped = await bulk();
    const transactional = await send([{ pa: { plan: 'gold' } }], 'sender');
    await approve(campaign, 'first approver');
    expect((await call('stopNotification', [{ messageId: stopped }], 'both')).status).toBe(200);
    const added = (await listWaiting('second approver', 1)).slice(before.length);
    expect(added).toEqual([
      {
        messageId: campaign,
        kind: 'campaign',
        notificationKeys: [campaign],
        author: expect.objectContaining({ kind: 'key', name: 'both' }) as object,
        askedAt: expect.any(Number) as number,
        needed: 2,
        given: 1,
        self: false,
      },
      expect.objectContaining({
        messageId: transactional,
        kind: 'notification',
        notificationKeys: [Number(definition)],
        given: 0,
      }),
    ]);
    expect(await get('/rest/3.0/getWaitingApprovals', 'sender')).toMatchObject({ status: 403 });
    for (const id of [campaign, transactional ?? 0]) {
      expect((await reject(id, 'second approver')).status).toBe(200);
    }
    expect(await listWaiting()).toEqual(before);
  });
});

describe('Approvals', () => {
  it('Concurrent approvals of one send are decided once', async () => {
    const id = await bulk();
    const answers = await Promise.all(
      ['first approver', 'second approver', 'rest', 'first approver'].map((key) => approve(id, key)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await countLeaving(async () => undefined)).toBe(USERS);
    const log = await sending.gateway.call('/rest/3.0/getAuditLog?action=approval.', { method: 'GET' });
    const { entries } = log.json as { entries: { action: string; subject: string }[] };
    const ofSend = entries.filter(({ subject }) => subject === `send ${id}`);
    expect(ofSend.map(({ action }) => action)).toEqual(['approval.give', 'approval.ask']);
  });

  it('A send needs as many approvals of different keys as the application requires', async () => {
    await setApproval({ approvers: 2 });
    const id = await bulk();
    expect(await countLeaving(() => approve(id, 'first approver'))).toBe(0);
    expect(await approve(id, 'first approver')).toMatchObject({ status: 400, json: { code: 5005 } });
    expect(await approve(id, 'both')).toMatchObject({ status: 403 });
    await setApproval(true);
    expect(await countLeaving(() => approve(id, 'second approver'))).toBe(USERS);
  });

  it('Approvals of several sends in one request count for all or for none', async () => {
    const [first, second] = [await bulk({}, 'sender'), await bulk({}, 'both')];
    const list = [{ messageId: first }, { messageId: second }];
    expect((await call('sendPushApproval', list, 'both')).status).toBe(403);
    expect((await call('sendPushApproval', list, 'first approver')).status).toBe(200);
    expect(await countLeaving(async () => undefined)).toBe(2 * USERS);
  });

  it('The approval of another application has no effect', async () => {
    const id = await bulk();
    await apply({ app: 'other', settings: { approval: true } });
    const { app } = sending.gateway;
    const { app: other } = await app.get(ApplyService).apply({ app: 'other' }, { dryRun: false });
    const { secret } = await app.get(ApiKeyService).createKey(other.id, { kind: 'rest', name: 'first approver' });
    expect(await approve(id, secret)).toMatchObject({ status: 400, json: { code: 5003 } });
    expect((await approve(id, 'first approver')).status).toBe(200);
    await sending.drain();
  });

  it('A campaign that an earlier release stored is approved by any key with the scope', async () => {
    const id = await bulk();
    await sending.gateway.fresh.db.affected('DELETE FROM notifications.waiting_send WHERE approval_id = $1', [id]);
    expect(await countLeaving(() => approve(id, 'both'))).toBe(USERS);
  });

  it('An author may approve its own campaign where self is allowed, and its transactional send does not wait', async () => {
    await setApproval({ self: true });
    expect(await countLeaving(async () => approve(await bulk(), 'both'))).toBe(USERS);
    await setApproval(true);
    expect(await countLeaving(async () => approve(await bulk(), 'both'))).toBe(USERS);
    expect(await send([{ pa: { plan: 'gold' } }])).toBeNull();
    await setApproval({ self: false });
    await sending.drain();
  });

  it('New sends need no approval after the step was switched off, and waiting sends still need one', async () => {
    const waiting = await send([{ pa: { plan: 'gold' } }]);
    await setApproval(false);
    expect(await countLeaving(() => send([{ pa: { plan: 'gold' } }]))).toBe(USERS);
    expect(await countLeaving(() => approve(waiting ?? 0, 'first approver'))).toBe(USERS);
    expect(await approve(await bulk(), 'first approver')).toMatchObject({ status: 400, json: { code: 5008 } });
    await sending.drain();
  });
});

it.each([
  [{ from: 0 }, 'settings.approval.from'],
  [{ approvers: 11 }, 'settings.approval.approvers'],
  [{ self: 'no' }, 'settings.approval.self'],
  [{ form: 3 }, 'settings.approval.form: unknown name'],
  ['yes', 'settings.approval should be true or false'],
])('The setting approval %j is refused', async (approval, message) => {
  await expect(setApproval(approval)).rejects.toThrow(message);
});
