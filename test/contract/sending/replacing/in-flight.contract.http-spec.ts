import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

const PLATFORMS = ['SMS', 'ANDROID'] as const;
type PlatformName = (typeof PLATFORMS)[number];
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  for (const platform of PLATFORMS) {
    const [user] = await reachableUsers(sending.simulators, platform, 1);
    await sending.post('registerUsers', [{ ...user, extId: platform, tags: ['fan'] }]);
  }
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const change = (sql: string, params: (number | number[])[] = []) => sending.gateway.fresh.db.affected(sql, params);

const campaign = (platform: PlatformName, text: string, refID?: number, ttl?: string) =>
  sending.bulk({
    message: {
      title: 'Match',
      text,
      platforms: [platform],
      ttl,
      ...(refID !== undefined && { customJson: { refID } }),
    },
    target: { tag: 'fan' },
  });

async function single(platform: PlatformName, text: string, refID?: number, ttl?: string): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Match',
    message: text,
    platforms: [platform],
  });
  await sending.post('sendNotification', {
    notificationKey: String(notificationKey),
    target: { extId: platform },
    message: { ttl, customJson: refID === undefined ? {} : { refID } },
  });
  return notificationKey;
}

const OF_KEY = '(SELECT d.dispatch_id FROM delivery.dispatch AS d WHERE d.notification_key = $1)';

/** Sends of a key are in flight of a worker that died some seconds ago. No one takes over before `takeOver`. */
const die = (key: number, secondsAgo = 0) =>
  change(
    `UPDATE delivery.chunk SET intent = ids, intent_at = now() - $2 * interval '1 second', epoch = epoch + 1,
            lease_until = now() + interval '1 hour' WHERE state = 0 AND dispatch_id = ${OF_KEY}`,
    [key, secondsAgo],
  );

const takeOver = (key: number) =>
  change(`UPDATE delivery.chunk SET lease_until = NULL WHERE dispatch_id = ${OF_KEY}`, [key]);

/** Sends of a key reach the provider; their worker dies before it can store the results. */
async function dieAfterSending(key: number): Promise<void> {
  await sending.drain();
  await change(`DELETE FROM delivery.push_result WHERE dispatch_id = ${OF_KEY}`, [key]);
  await change(
    `UPDATE delivery.chunk SET state = 0, done = 0, sent = '{}', intent = ids, lease_until = now(),
            intent_at = now() - interval '1 second' WHERE dispatch_id = ${OF_KEY}`,
    [key],
  );
  await change('UPDATE delivery.dispatch SET state = 2, finished_at = NULL WHERE notification_key = $1', [key]);
}

async function passTime(): Promise<void> {
  await change('UPDATE delivery.retry SET due_at = now()');
  await sending.drain();
}

const acceptedBy = async (provider: string) => (await sending.simulators.counts())[provider]?.accepted ?? 0;

describe('4.2 rule 4, customJson.refID: an update while messages are in flight', () => {
  it.each([
    ['campaign', campaign],
    ['single message', single],
  ])(
    'An SMS of a %s that a dead worker has sent is not sent again because an earlier one is in flight',
    async (_, send) => {
      const first = await send('SMS', 'Score 0:0');
      await sending.launchDue();
      const update = await send('SMS', 'Score 1:0', first);
      await die(first);
      // The update leaves while nothing of the earlier send is in flight, and its worker dies.
      await change('UPDATE delivery.chunk SET intent = NULL, intent_at = NULL WHERE state = 0');
      await dieAfterSending(update);
      expect(await acceptedBy('sms')).toBe(1);
      await die(first);
      await sending.drain();
      await passTime();
      expect(await sending.ends(update)).toEqual({ 'FAILED IN_DOUBT': 1 });
      expect(await acceptedBy('sms')).toBe(1);
      await takeOver(first);
      await passTime();
    },
  );

  it('A single message that is replaced after a worker has claimed it is given back at once', async () => {
    const { db } = sending.gateway.fresh;
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sending.simulators.faults(1, [{ provider: 'fcm', share: 1, latencyMs: 500, times: 1 }]);
    const keys: number[] = [];
    for (const text of ['Score 0:0', 'Score 1:0']) {
      const key = await single('ANDROID', text);
      keys.push(key);
      const rows = await db.rows<{ id: number }>(
        'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
        [key],
      );
      await sender.send(rows.map(({ id }) => id));
    }
    const [first = 0, second = 0] = keys;
    expect(await change('UPDATE delivery.dispatch SET newer = ARRAY[0] WHERE notification_key = $1', [second])).toBe(1);
    await sender.waitUntilIdle();
    expect(await sending.ends(first)).toEqual({ SUCCESS: 1 });
    const state = `SELECT d.state, d.lease_until FROM delivery.dispatch AS d WHERE d.notification_key = $1`;
    expect(await db.row(state, [second])).toEqual({ state: 0, lease_until: null });
    await sending.drain();
    expect(await sending.ends(second)).toEqual({ SUCCESS: 1 });
  });

  it.each([
    ['SMS', 0, 1],
    ['ANDROID', 0, 1],
    ['SMS', 100, 0],
    ['ANDROID', 100, 0],
  ] as const)(
    'On %s an update behind a message that was in flight %i s ago makes %i retries',
    async (platform, secondsAgo, retries) => {
      const first = await campaign(platform, 'Score 0:0');
      await sending.launchDue();
      await die(first, secondsAgo);
      const update = await campaign(platform, 'Score 1:0', first);
      await sending.launchDue();
      await change(
        `UPDATE delivery.dispatch SET launched_at = now() - interval '8 seconds' WHERE notification_key = $1`,
        [update],
      );
      await sending.drain();
      expect(await sending.ends(update)).toEqual(retries === 0 ? { SUCCESS: 1 } : {});
      const waiting = await sending.gateway.fresh.db.rows<{ ms: number }>(
        `SELECT (extract(epoch FROM r.due_at - now()) * 1000)::float8 AS ms FROM delivery.retry AS r`,
      );
      expect(waiting).toHaveLength(retries);
      waiting.forEach(({ ms }) => expect(ms).toBeGreaterThan(1000));
      await takeOver(first);
      await passTime();
      await passTime();
      expect(await sending.ends(update)).toEqual({ SUCCESS: 1 });
    },
  );

  it.each(['waits for an earlier one', 'was begun by a dead worker'])(
    'The time to live of a single message that %s counts from its due time',
    async (reason) => {
      const isWaiting = reason.startsWith('waits');
      const platform = isWaiting ? 'ANDROID' : 'SMS';
      const first = await single(platform, 'Score 0:0');
      await sending.launchDue();
      await (isWaiting ? die(first) : sending.drain());
      const update = await single(platform, 'Score 1:0', first, '1m');
      await change(`UPDATE delivery.dispatch SET due_at = due_at - interval '25 seconds' WHERE notification_key = $1`, [
        update,
      ]);
      await sending.launchDue();
      if (!isWaiting) {
        await die(update);
        await takeOver(update);
      }
      for (const chunk of await sending.openChunks()) {
        await sending.chunks.sendChunk(chunk);
      }
      const left = await sending.gateway.fresh.db.rows<{ seconds: number }>(
        `SELECT round(extract(epoch FROM r.expires_at - d.due_at))::integer AS seconds
           FROM delivery.retry AS r JOIN delivery.dispatch AS d USING (dispatch_id)`,
      );
      expect(left).toEqual([{ seconds: 60 }]);
      await takeOver(first);
      await passTime();
      await passTime();
    },
  );

  it('A single SMS does not wait for an earlier one', async () => {
    const first = await single('SMS', 'Score 0:0');
    await sending.launchDue();
    await die(first);
    const update = await single('SMS', 'Score 1:0', first);
    await sending.drain();
    expect(await sending.ends(update)).toEqual({ SUCCESS: 1 });
    await takeOver(first);
    await passTime();
  });
});
