import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const PLATFORMS = ['IOS', 'ANDROID', 'CHROME', 'SMS'] as const;
const MESSAGE = {
  title: 'Code',
  text: 'Your code is 17',
  ttl: '1m',
  iconUrl: 'https://example.com/icon.png',
  platforms: PLATFORMS,
};
const OUTAGES = [
  { provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' },
  { provider: 'fcm', share: 1, status: 503, reason: 'UNAVAILABLE' },
  { provider: 'webpush', share: 1, status: 503 },
  { provider: 'sms', share: 1, status: 503 },
];
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
afterEach(() => sending.simulators.faults(1, []));

const change = (sql: string) => sending.gateway.fresh.db.affected(sql);

/** Seconds that each provider may keep the message, from its arrival on. */
async function lives(): Promise<Record<string, number | undefined>> {
  const lifetimes: Record<string, number | undefined> = {};
  for (const provider of ['apns', 'fcm', 'webpush', 'sms']) {
    const [delivery] = await sending.simulators.deliveries(`provider=${provider}`);
    const text = JSON.stringify(delivery?.payload) ?? '';
    const value = /"(?:apns-expiration|ttl|TTL|ttlSeconds|ValidityPeriod)":"?(\d+)/i.exec(text)?.[1];
    const at = Math.floor(Date.parse(delivery?.at ?? '') / 1000);
    lifetimes[provider] = value === undefined ? undefined : provider === 'apns' ? Number(value) - at : Number(value);
  }
  return lifetimes;
}

async function expectLife(seconds: number): Promise<void> {
  for (const [provider, life] of Object.entries(await lives())) {
    expect(life, provider).toBeGreaterThan(seconds - 10);
    expect(life, provider).toBeLessThanOrEqual(seconds);
  }
}

async function accept(extId: string): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    title: 'Code',
    message: 'Your code is 17',
    platforms: ['IOS', 'ANDROID'],
  });
  await sending.post('sendNotification', {
    notificationKey: String(notificationKey),
    target: { extId },
    message: { ttl: '1m' },
  });
  return notificationKey;
}

const campaign = (more: object = {}) => sending.bulk({ message: MESSAGE, target: { tag: 'fan' }, ...more });

describe('4.2 ttl: what is left of the time to live', () => {
  it('The first attempt of a campaign has the whole time, however late its turn is', async () => {
    await campaign({ schedule: { startTime: new Date(Date.now() + 3_600_000).toISOString() } });
    await change('UPDATE delivery.dispatch SET due_at = now() WHERE due_at > now()');
    await sending.launchDue();
    await change(
      `UPDATE delivery.dispatch SET due_at = now() - interval '1 hour', launched_at = now() - interval '1 hour'`,
    );
    await sending.drain();
    await expectLife(60);
  });

  it('A retry has what the first attempt left, on each channel', async () => {
    await sending.simulators.faults(1, OUTAGES);
    const key = await campaign();
    await sending.drain();
    await sending.simulators.faults(1, []);
    await change(`UPDATE delivery.retry SET due_at = now(), expires_at = expires_at - interval '25 seconds'`);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: PLATFORMS.length });
    await expectLife(35);
  });

  it('Retries of one campaign with different deadlines keep their own', async () => {
    await sending.simulators.faults(1, OUTAGES);
    const pair = await reachableUsers(sending.simulators, 'ANDROID', 2, 10);
    await sending.post(
      'registerUsers',
      pair.map((user) => ({ ...user, tags: ['pair'] })),
    );
    const message = { ...MESSAGE, platforms: ['ANDROID'] };
    const key = await campaign({ message, target: { tag: 'pair' } });
    await sending.drain();
    await sending.simulators.faults(1, []);
    await change(
      `UPDATE delivery.retry AS r SET due_at = now(), expires_at = CASE WHEN r.recipient_id = f.id THEN now() ELSE expires_at END
         FROM (SELECT min(recipient_id) AS id FROM delivery.retry) AS f`,
    );
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1, 'FAILED EXPIRED': 1 });
  });

  it('A message to one person has what is left since it was due', async () => {
    const key = await accept('ANDROID');
    await change(`UPDATE delivery.dispatch SET due_at = due_at - interval '25 seconds' WHERE state = 0`);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    const { fcm } = await lives();
    expect(fcm).toBeGreaterThan(25);
    expect(fcm).toBeLessThanOrEqual(35);
  });

  it.each(['IOS', 'ANDROID'])('A message to one person on %s whose time is over is not sent', async (extId) => {
    const ordinary = await accept(extId);
    await change(`UPDATE delivery.dispatch SET due_at = due_at - interval '61 seconds' WHERE state = 0`);
    await sending.drain();
    const short = await accept(extId);
    await change(`UPDATE delivery.dispatch SET due_at = due_at - interval '61 seconds' WHERE state = 0`);
    const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT dispatch_id AS id FROM delivery.dispatch WHERE state = 0',
    );
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
    await sending.drain();
    expect([await sending.ends(ordinary), await sending.ends(short)]).toEqual([
      { 'FAILED EXPIRED': 1 },
      { 'FAILED EXPIRED': 1 },
    ]);
    expect(await lives()).toEqual({ apns: undefined, fcm: undefined, webpush: undefined, sms: undefined });
  });

  it('The work of a dead worker goes on with the time that is left, and ends in doubt without any', async () => {
    for (const [seconds, ends, isSent] of [
      [25, { SUCCESS: 1 }, true],
      [61, { 'FAILED IN_DOUBT': 1 }, false],
    ] as const) {
      await sending.simulators.clear();
      const key = await sending.bulk({
        message: { ...MESSAGE, platforms: ['ANDROID'] },
        target: { tag: 'fan' },
      });
      await sending.launchDue();
      await change(
        `UPDATE delivery.chunk SET intent = ids, intent_at = now() - interval '${seconds} seconds', epoch = 1
          WHERE state = 0`,
      );
      await sending.drain();
      expect(await sending.ends(key)).toEqual(ends);
      const { fcm } = await lives();
      expect(fcm !== undefined, `after ${seconds} s`).toBe(isSent);
      expect(fcm ?? 35).toBeLessThanOrEqual(35);
    }
  });
});
