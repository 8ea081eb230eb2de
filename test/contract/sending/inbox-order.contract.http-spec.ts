import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxPage } from '#libs/inbox';
import { startSending, type Sending } from '../../support/contract/sending.js';

const TOKENS = { ann: 'a'.repeat(64), bob: 'b'.repeat(64) };
let sending: Sending;
let definition = 0;
let sent = 0;

beforeAll(async () => {
  sending = await startSending();
  await sending.post(
    'registerUsers',
    Object.entries(TOKENS).map(([extId, deviceToken]) => ({ extId, platform: 'IOS', deviceToken })),
  );
  await sending.post('registerUsers', [{ extId: 'cem' }]);
  const answer = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Order',
    message: 'Step @{step}',
    personalizedMessage: 'Step @{step}',
    platforms: ['IOS'],
  });
  definition = answer.notificationKey;
});
afterAll(() => sending.close());

const entry = (target: object) => ({
  notificationKey: String(definition),
  target,
  message: { inbox: true, params: { step: String((sent += 1)) } },
});

const stepsOf = async (extId: string): Promise<number[]> =>
  (await sending.post<InboxPage>('inbox/getAllInbox', { extId, status: 7, numberOfNotification: 100 })).msgs.map(
    ({ message }) => Number(message.replace('Step ', '')),
  );

/** Sends what was accepted, the last one first, as several workers may do. */
async function sendBackwards(): Promise<void> {
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE state = 0 ORDER BY created_at DESC, dispatch_id DESC',
  );
  for (const { id } of rows) {
    await sending.launches.launch(id);
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
  }
}

async function expectNewestFirst(extId: string, count: number): Promise<void> {
  const steps = await stepsOf(extId);
  expect(steps).toHaveLength(count);
  expect(steps).toEqual(steps.toSorted((a, b) => b - a));
}

describe('4.9 Order of the inbox', () => {
  it('Seven single messages to one user stand in the order of their requests, whatever worker is faster', async () => {
    for (let request = 0; request < 7; request++) {
      await sending.post('sendNotification', entry({ extId: 'ann' }));
    }
    await sendBackwards();
    await expectNewestFirst('ann', 7);
  });

  it.each([
    ['devices', 'bob', { deviceToken: TOKENS.bob }],
    ['several users', 'bob', { extId: ['ann', 'bob', 'nobody'] }],
    ['a user without a device', 'cem', { extId: 'cem' }],
  ])('Messages to %s stand in the order of their requests', async (_, extId, target) => {
    const before = (await stepsOf(extId)).length;
    for (let request = 0; request < 3; request++) {
      await sending.post('sendNotification', entry(target));
    }
    await sendBackwards();
    await expectNewestFirst(extId, before + 3);
  });

  it('Users who have one address keep a message to it, each with an id of its own', async () => {
    const extIds = Array.from({ length: 40 }, (_, n) => `twin-${n}`);
    await sending.post(
      'registerUsers',
      extIds.map((extId) => ({ extId, email: 'twins@example.com' })),
    );
    await sending.post('sendNotification', entry({ email: 'twins@example.com' }));
    await sendBackwards();
    await sending.drain();
    expect(await Promise.all(extIds.map(stepsOf))).toEqual(extIds.map(() => [sent]));
    const ids = await sending.gateway.fresh.db.row<{ messages: number; ids: number }>(
      `SELECT count(*)::integer AS messages, count(DISTINCT m.piid)::integer AS ids FROM inbox.message AS m
         JOIN users.app_user AS u USING (uid) WHERE u.ext_id LIKE 'twin-%'`,
    );
    expect(ids).toEqual({ messages: 40, ids: 40 });
  });

  it('The entries of one request and of a request with a key stand in their order', async () => {
    const before = (await stepsOf('ann')).length;
    await sending.post('sendNotification', [entry({ extId: 'ann' }), entry({ extId: 'ann' })]);
    const keyed = await sending.gateway.call('/rest/3.0/sendNotification', {
      body: entry({ extId: 'ann' }),
      headers: { 'Idempotency-Key': 'order-1' },
    });
    expect(keyed.status).toBe(200);
    await sending.post('sendNotification', entry({ extId: 'ann' }));
    await sendBackwards();
    await expectNewestFirst('ann', before + 4);
  });

  it('A message of many users has a push instance id of its own for each of them', async () => {
    const extIds = Array.from({ length: 300 }, (_, n) => `many-${n}`);
    await sending.post(
      'registerUsers',
      extIds.map((extId) => ({ extId })),
    );
    await sending.post('sendNotification', entry({ extId: extIds }));
    await sendBackwards();
    const row = await sending.gateway.fresh.db.row<{ copies: number; tickets: number }>(
      `SELECT count(*)::integer AS copies, count(DISTINCT piid / 1024)::integer AS tickets FROM inbox.message
        WHERE dispatch_id = (SELECT max(dispatch_id) FROM inbox.message)`,
    );
    expect(row).toEqual({ copies: 300, tickets: 300 });
  });
});
