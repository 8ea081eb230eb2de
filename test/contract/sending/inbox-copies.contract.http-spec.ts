import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InboxPage } from '#libs/inbox';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MESSAGE = { title: 'Sale', text: 'Shoes', platforms: ['IOS', 'ANDROID'], inbox: true };
/** More than one batch. */
const USERS = 260;
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.post(
    'registerUsers',
    Array.from({ length: USERS }, (_, n) => {
      return { extId: `u${n}`, platform: 'IOS', deviceToken: n.toString(16).padStart(64, '0'), tags: ['many'] };
    }),
  );
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const inboxOf = async (extId: string): Promise<string[]> =>
  (await sending.post<InboxPage>('inbox/getAllInbox', { extId, status: 7 })).msgs.map(({ message }) => message);

describe('2.6 inbox: copies of pushes', () => {
  it('A push is in the inbox before it leaves, in every batch', async () => {
    // Without a wait the two could have the same time.
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 20 }]);
    const key = await sending.bulk({ message: MESSAGE, target: { tag: 'many' } });
    await sending.drain();
    await sending.simulators.faults(1, []);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    const early = await sending.gateway.fresh.db.row<{ copies: number; early: number }>(
      `WITH sent AS MATERIALIZED (SELECT d.dispatch_id FROM delivery.dispatch d WHERE d.notification_key = $1),
       copied AS MATERIALIZED (SELECT m.dispatch_id, m.uid, m.sent_at FROM sent JOIN inbox.message m USING (dispatch_id)),
       ended AS MATERIALIZED (SELECT r.dispatch_id, r.uid, r.ts FROM sent JOIN delivery.push_result r USING (dispatch_id))
       SELECT count(*)::integer AS copies, (count(*) FILTER (WHERE m.sent_at < r.ts))::integer AS early
         FROM copied m JOIN ended r USING (dispatch_id, uid)`,
      [key],
    );
    expect(early).toEqual({ copies: USERS, early: USERS });
    expect(await inboxOf('u7')).toEqual(['Shoes']);
  });

  it('A push is kept once for users who have push off, and for users without a device', async () => {
    await sending.post('registerUsers', [
      { extId: 'on', platform: 'IOS', deviceToken: 'a'.repeat(64), tags: ['few'] },
      { extId: 'off', platform: 'IOS', deviceToken: 'b'.repeat(64), tags: ['few'], profile: { language: 'tr' } },
      { extId: 'none', tags: ['few'] },
      { extId: 'declines', tags: ['few'] },
    ]);
    await sending.post('disablePush', { extId: 'off' });
    const languages = { Turkish: { title: 'Sale', text: 'Ayakkabı' } };
    const key = await sending.bulk({ message: { ...MESSAGE, languages }, target: { tag: 'few' } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect((await sending.simulators.deliveries('provider=apns')).map(({ token }) => token)).toEqual(['a'.repeat(64)]);
    expect(await Promise.all(['on', 'off', 'none'].map(inboxOf))).toEqual([['Shoes'], ['Ayakkabı'], ['Shoes']]);
  });

  it('A push to a named user without a device is kept in the inbox of that user', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Order',
      message: 'Order @{no} is on its way',
      personalizedMessage: 'Order @{no} is on its way',
      platforms: ['IOS'],
    });
    await sending.post('registerUsers', [{ extId: 'reader' }]);
    await sending.post('sendNotification', {
      notificationKey: String(notificationKey),
      target: { extId: 'reader' },
      message: { inbox: true, params: { no: 'A17' } },
    });
    await sending.drain();
    expect(await inboxOf('reader')).toEqual(['Order A17 is on its way']);
  });

  it('A push is kept neither for users beyond the limit of a campaign nor without `inbox`', async () => {
    await sending.bulk({ message: { ...MESSAGE, text: 'One' }, target: { tag: 'few' }, limit: 1 });
    await sending.bulk({ message: { ...MESSAGE, text: 'Seen', inbox: false }, target: { tag: 'few' } });
    await sending.drain();
    expect(await Promise.all(['off', 'none'].map(inboxOf))).toEqual([['Ayakkabı'], ['Shoes']]);
  });

  // The last one: the refusals open the circuit breaker of the account.
  it('A push that is tried again is kept once for its user', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' }]);
    const key = await sending.bulk({ message: { ...MESSAGE, text: 'Again' }, target: { tag: 'many' } });
    await sending.launchDue();
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
    expect((await inboxOf('u9')).filter((text) => text === 'Again')).toHaveLength(1);
    await sending.simulators.faults(1, []);
    await sending.post('stopNotification', [{ messageId: key }]);
    await sending.drain();
    expect((await inboxOf('u9')).filter((text) => text === 'Again')).toHaveLength(1);
  });
});
