import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { WebhookDeliveryService, WebhookSenderService } from '#libs/delivery/webhooks';
import { ApplyService } from '#libs/tenancy';
import { hookSecret, isSignedWith } from '../../../support/processes/webhook-receiver.js';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'ANDROID'] };
const HOOK = { name: 'crm', params: { campaign: 'spring' } };
const SECRET = hookSecret(1);
let sending: Sending;

interface Call {
  headers: Record<string, string>;
  body: string;
  status: number;
}

interface Told {
  type: string;
  timestamp: string;
  data: { notificationKey: number; hook: string; params: object; results: Record<string, unknown>[] };
}

beforeAll(async () => {
  sending = await startSending();
  await apply({ name: 'crm', simulator: true, secret: SECRET, params: { source: 'herald', campaign: 'none' } });
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 300));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 10));
});

afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

async function apply(hook: object) {
  return sending.gateway.app.get(ApplyService).apply({ app: 'shop', hooks: [hook] }, { dryRun: false });
}

async function simulator<A>(method: string, path: string, body?: object): Promise<A> {
  const answer = await fetch(`${sending.simulators.base}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return (await answer.json()) as A;
}

const calls = async () => (await simulator<{ calls: Call[] }>('GET', '/hook-calls')).calls;
const reported = (call: Call) => JSON.parse(call.body) as Told;

/** Makes every call that is due, as workers do. */
async function callDue(): Promise<void> {
  const service = sending.gateway.app.get(WebhookSenderService);
  const due = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT call_id AS id FROM delivery.hook_call WHERE failed_at IS NULL AND due_at <= now() ORDER BY call_id',
  );
  for (const { id } of due) {
    await service.deliver(id);
  }
}

const waiting = () =>
  sending.gateway.fresh.db.rows<{ attempt: number; failed: boolean; failure: string | null; wait: number }>(
    `SELECT attempt, failed_at IS NOT NULL AS failed, failure, extract(epoch FROM due_at - now())::integer AS wait
       FROM delivery.hook_call ORDER BY call_id`,
  );

const letTimePass = (hours: number) =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.hook_call SET due_at = now(), created_at = created_at - $1 * interval '1 hour'`,
    [hours],
  );

describe('2.6 Webhooks with the results of a send', () => {
  it('A webhook delivers each result once, signed, and message parameters override those of the hook', async () => {
    await sending.simulators.faults(1, [
      { provider: 'apns', token: '0'.repeat(64), share: 1, status: 400, reason: 'BadDeviceToken' },
    ]);
    const key = await sending.bulk({ message: { ...MESSAGE, hook: HOOK }, target: { sendToAll: true } });
    await sending.drain();
    await callDue();
    const created = await calls();
    expect(created.length).toBeGreaterThanOrEqual(2);
    for (const { headers, body } of created) {
      expect(isSignedWith(SECRET, headers, body)).toBe(true);
      expect(headers['content-type']).toBe('application/json');
      expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300);
    }
    expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(created.length);
    const all = created.flatMap((call) => reported(call).data.results);
    expect(all).toHaveLength(310);
    expect(Math.max(...created.map((call) => reported(call).data.results.length))).toBeLessThanOrEqual(250);
    expect(new Set(all.map(({ extId }) => extId)).size).toBe(310);
    expect(all.find(({ extId }) => extId === 'ios-1')).toEqual({
      platform: 'IOS',
      status: 'SUCCESS',
      installationId: expect.stringMatching(/^\w{7}$/),
      extId: 'ios-1',
      timeStamp: expect.any(Number),
    });
    expect(all.find(({ extId }) => extId === 'ios-0')).toMatchObject({
      status: 'FAILED',
      errorCode: expect.any(String),
      errorMsg: expect.any(String),
    });
    expect(reported(created[0] ?? { headers: {}, body: '{}', status: 0 })).toMatchObject({
      type: 'notification.results',
      data: { notificationKey: key, hook: 'crm', params: { source: 'herald', campaign: 'spring' } },
    });
    expect(await waiting()).toEqual([]);
  });

  it('A webhook is called for a definition too, and not at all without a hook', async () => {
    const make = (more: object) =>
      sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'Order',
        message: 'On its way',
        platforms: ['ANDROID'],
        ...more,
      });
    for (const [more, expected] of [
      [{}, 0],
      [{ hook: { name: 'crm' } }, 1],
    ] as const) {
      const { notificationKey } = await make(more);
      await sending.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId: 'android-1' },
      });
      await sending.drain();
      await callDue();
      expect(await calls()).toHaveLength(expected);
    }
  });

  it.each([
    [
      'of a stopped campaign that a dead worker left in doubt',
      'intent = ids, intent_at = now(), epoch = 1',
      'IN_DOUBT',
    ],
    ['whose attempts took too long', "expires_at = now() - interval '1 minute', attempt = 1", 'EXPIRED'],
  ])('A webhook delivers recipients %s as failed', async (_, change, reason) => {
    const key = await sending.bulk({
      message: { ...MESSAGE, platforms: ['ANDROID'], hook: HOOK },
      target: { sendToAll: true },
    });
    await sending.launchDue();
    await sending.gateway.fresh.db.affected(`UPDATE delivery.chunk SET ${change} WHERE state = 0`);
    if (reason === 'IN_DOUBT') {
      await sending.post('stopNotification', [{ messageId: key }]);
    }
    await sending.drain();
    await callDue();
    expect(await sending.ends(key)).toEqual({ [`FAILED ${reason}`]: 10 });
    const results = (await calls()).flatMap((call) => reported(call).data.results);
    expect(results.map(({ status, errorMsg }) => `${status} ${errorMsg}`)).toEqual(
      Array.from({ length: 10 }, () => `FAILED ${reason}`),
    );
    expect(new Set(results.map(({ extId }) => extId)).size).toBe(10);
  });

  it('A webhook delivers the results of messages to single people that are sent together', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'On its way',
      platforms: ['ANDROID'],
      hook: { name: 'crm' },
    });
    const people = ['android-1', 'android-2', 'android-3'];
    for (const extId of people) {
      await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId } });
    }
    const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.state = 0',
    );
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
    await sending.readFeed();
    await callDue();
    const results = (await calls()).flatMap((call) => reported(call).data.results);
    expect(results.map(({ extId }) => extId).toSorted()).toEqual(people);
    expect(await waiting()).toEqual([]);
  });

  it('A webhook gets the parameters of the send in its own parameters', async () => {
    await apply({ name: 'crm', simulator: true, secret: SECRET, params: { source: 'herald', shop: '@{shop|main}' } });
    const hook = { name: 'crm', params: { order: 'no. @{order}', cost: '@{cost}', who: '@{name}', sign: '@{' } };
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'On its way',
      platforms: ['ANDROID'],
      hook,
    });
    for (const [extId, order] of [
      ['android-1', 'A1'],
      ['android-2', 'B2'],
    ]) {
      await sending.post('sendNotification', {
        notificationKey: String(notificationKey),
        target: { extId },
        message: { params: { order, cost: 12.5 } },
      });
    }
    await sending.drain();
    await callDue();
    const params = (await calls()).map((call) => (reported(call).data as { params?: object }).params);
    const expected = { source: 'herald', shop: 'main', cost: '12.5', sign: '@{' };
    expect(params).toHaveLength(2);
    expect(params).toContainEqual({ ...expected, order: 'no. A1' });
    expect(params).toContainEqual({ ...expected, order: 'no. B2' });
    await apply({ name: 'crm', simulator: true, secret: SECRET, params: { source: 'herald', campaign: 'none' } });
  });

  it('A failed webhook delivery is repeated under the same id for a day and obeys Retry-After', async () => {
    await simulator('POST', '/hook-answers', { statuses: [500, 302, 503], retryAfterSeconds: 1000 });
    const target = { extId: 'android-1' };
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'On its way',
      platforms: ['ANDROID'],
      hook: { name: 'crm' },
    });
    await sending.post('sendNotification', { notificationKey: String(notificationKey), target });
    await sending.drain();
    await callDue();
    expect(await waiting()).toMatchObject([{ attempt: 1, failed: false, failure: '500' }]);
    expect((await waiting())[0]?.wait).toBeGreaterThan(990);
    await callDue();
    expect(await calls()).toHaveLength(1);
    await letTimePass(0);
    await callDue();
    expect(await waiting()).toMatchObject([{ attempt: 2, failure: '302' }]);
    await letTimePass(25);
    await callDue();
    expect(await waiting()).toMatchObject([{ attempt: 3, failed: true, failure: '503' }]);
    await letTimePass(0);
    await callDue();
    const created = await calls();
    expect(created.map(({ status }) => status)).toEqual([500, 302, 503]);
    expect(new Set(created.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(created.map((call) => JSON.stringify(reported(call).data))).size).toBe(1);
    await sending.gateway.fresh.db.affected('DELETE FROM delivery.hook_call');
  });

  it('Recovery enqueues a webhook delivery again when the queue lost the job', async () => {
    await sending.bulk({ message: { ...MESSAGE, platforms: ['ANDROID'], hook: HOOK }, target: { sendToAll: true } });
    await sending.drain();
    const service = sending.gateway.app.get(WebhookDeliveryService);
    expect(await service.enqueueDue()).toBe(0);
    await sending.gateway.fresh.db.affected("UPDATE delivery.hook_call SET offered_at = now() - interval '1 hour'");
    expect(await service.enqueueDue()).toBeGreaterThan(0);
    await callDue();
    expect(await calls()).not.toEqual([]);
  });

  it('A webhook is signed with both secrets after a change, and a generated secret is shown once', async () => {
    const fresh = hookSecret(2);
    const { differences } = await apply({ name: 'crm', simulator: true, secret: fresh });
    expect(differences.map(({ subject: kind }) => kind)).toEqual(['hooks: crm', 'hooks: crm: secret']);
    await sending.bulk({ message: { ...MESSAGE, platforms: ['ANDROID'], hook: HOOK }, target: { sendToAll: true } });
    await sending.drain();
    await callDue();
    const [call] = await calls();
    const signed = (secret: string) => isSignedWith(secret, call?.headers ?? {}, call?.body ?? '');
    expect([signed(fresh), signed(SECRET), signed(hookSecret(3))]).toEqual([true, true, false]);
    const created = await apply({ name: 'other', url: 'https://crm.example.com/hook' });
    expect(created.secrets).toEqual([{ kind: 'hook', name: 'other', secret: expect.stringMatching(/^whsec_/) }]);
    const again = await apply({ name: 'other', url: 'https://crm.example.com/hook' });
    expect([again.secrets, again.differences]).toEqual([[], []]);
    const stored = await sending.gateway.fresh.db.rows<{ text: string }>('SELECT h::text AS text FROM delivery.hook h');
    expect(stored.some(({ text }) => text.includes('whsec_'))).toBe(false);
  });

  it.each([
    [{ name: 'x', url: 'http://crm.example.com/' }, 'url'],
    [{ name: 'x', url: 'https://127.0.0.1/' }, 'url'],
    [{ name: 'x', url: 'https://[::ffff:169.254.169.254]/' }, 'url'],
    [{ name: 'x', url: 'https://user:pass@crm.example.com/' }, 'url'],
    [{ name: 'x' }, 'url'],
    [{ url: 'https://crm.example.com/' }, 'name'],
    [{ name: 'x', url: 'https://crm.example.com/', secret: 'short' }, 'secret'],
    [{ name: 'x', url: 'https://crm.example.com/', params: { a: 1 } }, 'params'],
    [{ name: 'x', url: 'https://crm.example.com/', simulator: true }, 'url'],
  ])('The application file refuses the hook %j', async (hook, named) => {
    await expect(apply(hook)).rejects.toThrow(named);
  });

  it.each(['sendBulkNotification', 'createNotificationDefinition'])(
    '%s refuses a hook that is not defined',
    async (operation) => {
      const hook = { name: 'nobody', params: {} };
      const body =
        operation === 'sendBulkNotification'
          ? { message: { ...MESSAGE, hook }, target: { sendToAll: true } }
          : { title: 'D', message: 'Hi', platforms: ['IOS'], hook };
      const field = operation === 'sendBulkNotification' ? 'message.hook.name' : 'hook.name';
      const answer = await sending.gateway.call(`/rest/3.0/${operation}`, { body });
      expect([answer.status, answer.json]).toEqual([
        400,
        { code: 2004, error: `Field '${field}': no hook is called 'nobody'` },
      ]);
    },
  );

  it('A webhook never calls an address that is not public', async () => {
    const service = sending.gateway.app.get(WebhookSenderService);
    await apply({ name: 'inside', url: 'https://localhost/' });
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'On its way',
      platforms: ['ANDROID'],
      hook: { name: 'inside' },
    });
    await sending.post('sendNotification', {
      notificationKey: String(notificationKey),
      target: { extId: 'android-1' },
    });
    await sending.drain();
    const [row] = await sending.gateway.fresh.db.rows<{ id: number }>('SELECT call_id AS id FROM delivery.hook_call');
    await service.deliver(row?.id ?? 0);
    expect(await waiting()).toMatchObject([{ attempt: 1, failure: 'ADDRESS_REFUSED' }]);
  });
});
