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

describe('2.6 inbox: a push that is kept', () => {
  it('is in the inbox before it leaves, in every batch', async () => {
    // Without a wait the two could have the same time.
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 20 }]);
    const key = await sending.bulk({ message: MESSAGE, target: { tag: 'many' } });
    await sending.drain();
    await sending.simulators.faults(1, []);
    expect(await sending.ends(key)).toEqual({ SUCCESS: USERS });
    const early = await sending.gateway.fresh.db.row<{ copies: number; early: number }>(
      `SELECT count(*)::integer AS copies, (count(*) FILTER (WHERE m.sent_at < r.ts))::integer AS early
         FROM inbox.message m JOIN delivery.dispatch d USING (dispatch_id)
         JOIN delivery.push_result r ON r.dispatch_id = m.dispatch_id AND r.uid = m.uid
        WHERE d.notification_key = $1`,
      [key],
    );
    expect(early).toEqual({ copies: USERS, early: USERS });
    expect(await inboxOf('u7')).toEqual(['Shoes']);
  });

  it('is kept once for a user whose push is tried again', async () => {
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
