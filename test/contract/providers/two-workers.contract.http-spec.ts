import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkSenderService, DISPATCH_STATES } from '#libs/delivery';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { ClockService } from '#platform/runtime';
import { anotherWorker, type AnotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const COUNT = 2000;
type Platform = 'ANDROID' | 'IOS';
const PROVIDERS = { ANDROID: 'fcm', IOS: 'apns' } as const;

let sending: Sending;
let secondWorker: AnotherWorker;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  // The clock of this test in place of the database's.
  sending = await startSending({}, async () => new ClockService());
  for (const platform of ['ANDROID', 'IOS'] as const) {
    for (let from = 0; from < COUNT; from += 1000) {
      await sending.post('registerUsers', await reachableUsers(sending.simulators, platform, 1000, from));
    }
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await sending.close();
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
  await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'fcm');
  // A new one for each test: what it knows of accounts it has read now.
  secondWorker = await anotherWorker(sending, {}, new ClockService());
  return () => secondWorker.close();
});

/** A campaign of two chunks, one for each worker. */
async function campaign(platform: Platform = 'ANDROID') {
  const message = { title: 'Hello', text: 'Hello', platforms: [platform] };
  const key = await sending.bulk({ message, target: { sendToAll: true } });
  await sending.launchDue();
  const [ownChunk, its, ...remaining] = await sending.openChunks();
  if (!ownChunk || !its || remaining.length > 0) {
    throw new Error('The campaign has not two chunks');
  }
  return {
    key,
    sendOwn: () => sending.chunks.sendChunk(ownChunk),
    sendTheirs: () => secondWorker.app.get(ChunkSenderService).sendChunk(its),
  };
}

/** Moves the retries of the account and its recipients into the past, until none is left. */
async function letTimePass(key: number): Promise<void> {
  const { db } = sending.gateway.fresh;
  for (let turn = 0; turn < 10 && (await sending.dispatch(key)).state < DISPATCH_STATES.finished; turn++) {
    vi.setSystemTime(Math.max(Date.now(), vi.getRealSystemTime()) + 3000);
    // A worker looks at an account again after 2 seconds.
    [sending.gateway.app, secondWorker.app].forEach((app) => app.get(AccountStateService).clearCache());
    await db.affected(`UPDATE delivery.account_rest SET rest_until = now() - interval '1 second', probe_until = NULL`);
    await db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
  }
}

async function everybodyGotOne(key: number, platform: Platform = 'ANDROID'): Promise<void> {
  expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
  expect(await sending.simulators.duplicates()).toEqual([]);
  expect((await sending.simulators.counts())[PROVIDERS[platform]]?.accepted).toBe(COUNT);
}

describe('Two workers with one FCM account', () => {
  it('Both workers leave the account alone when one of them gets a 429', async () => {
    await sending.simulators.faults(1, [
      { provider: 'fcm', share: 1, status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 300 },
    ]);
    const { key, sendOwn, sendTheirs } = await campaign();
    await sendOwn();
    await sending.simulators.faults(1, []);
    const { rejected } = (await sending.simulators.counts())['fcm'] ?? {};
    expect(rejected).toBeGreaterThan(0);
    await sendTheirs();
    expect((await sending.simulators.counts())['fcm']).toMatchObject({ accepted: 0, rejected });
    await letTimePass(key);
    await everybodyGotOne(key);
  });

  it('Both workers get another access token when theirs has expired, and continue', async () => {
    const first = await campaign();
    await Promise.all([first.sendOwn(), first.sendTheirs()]);
    await everybodyGotOne(first.key);
    await sending.simulators.clear();
    vi.setSystemTime(Math.max(Date.now(), vi.getRealSystemTime()) + 61 * 60_000);
    const { key, sendOwn, sendTheirs } = await campaign();
    await Promise.all([sendOwn(), sendTheirs()]);
    await everybodyGotOne(key);
  });

  it('Both workers continue after closed connections, and only listed recipients may get two messages', async () => {
    await sending.simulators.faults(1, [
      { provider: 'fcm', share: 0.005, fault: 'goaway', times: 1 },
      { provider: 'fcm', share: 0.002, fault: 'reset', when: 'after', scope: 'connection', times: 1 },
    ]);
    const { key, sendOwn, sendTheirs } = await campaign();
    await Promise.all([sendOwn(), sendTheirs()]);
    await sending.simulators.faults(1, []);
    await letTimePass(key);
    expect(await sending.ends(key)).toEqual({ SUCCESS: COUNT });
    const listed = await sending.gateway.fresh.db.rows<{ token: string }>(
      `SELECT DISTINCT n.token FROM delivery.in_doubt i JOIN delivery.dispatch d USING (dispatch_id)
         JOIN users.installation n ON n.inst_id = i.recipient_id
        WHERE d.app_id = $1 AND d.notification_key = $2`,
      [sending.gateway.appId, key],
    );
    const doubted = new Set(listed.map(({ token }) => token));
    const twice = await sending.simulators.duplicates();
    expect(twice.filter(({ token }) => !doubted.has(token))).toEqual([]);
  });

  it('Both workers together keep to the rate and the ramp of the account', async () => {
    const { app, appId, fresh } = sending.gateway;
    const apply = (fcm: object) =>
      app.get(ApplyService).apply({ app: 'shop', channels: { fcm: { simulator: true, ...fcm } } }, { dryRun: false });
    await apply({ ratePerSecond: 1000, rampFromPerSecond: 500 });
    await app.get(AccountStateService).resume(appId, 'fcm');
    const { key, sendOwn, sendTheirs } = await campaign();
    const began = performance.now();
    await Promise.all([sendOwn(), sendTheirs()]);
    const seconds = (performance.now() - began) / 1000;
    await sending.drain();
    await everybodyGotOne(key);
    const [row] = await fresh.db.rows<{ seconds: number }>(
      'SELECT extract(epoch FROM free_at - ramp_at)::float8 AS seconds FROM channels.pace WHERE app_id = $1',
      [appId],
    );
    // In its first minute the account stands at 500 a second: one turn after the other, of both workers.
    expect(row?.seconds).toBeGreaterThanOrEqual(COUNT / 500);
    // The last turn has begun: all but a batch and the quarter of a second that turns are given ahead.
    expect(seconds).toBeGreaterThan(COUNT / 500 - 1.5);
    await apply({});
  });
});

describe('Two workers with provider tokens that are ended early', () => {
  it.each(['ANDROID', 'IOS'] as const)(
    'Both workers get one other provider token each for %s, and continue',
    async (platform) => {
      const provider = PROVIDERS[platform];
      const first = await campaign(platform);
      await Promise.all([first.sendOwn(), first.sendTheirs()]);
      await everybodyGotOne(first.key, platform);
      await sending.simulators.clear();
      // Older than Apple lets a token be before another is made, younger than either end.
      vi.setSystemTime(Math.max(Date.now(), vi.getRealSystemTime()) + 25 * 60_000);
      await sending.simulators.endTokens();
      const { key, sendOwn, sendTheirs } = await campaign(platform);
      await Promise.all([sendOwn(), sendTheirs()]);
      await everybodyGotOne(key, platform);
      expect((await sending.simulators.counts())[provider]?.rejected).toBeGreaterThan(0);
      expect((await sending.simulators.endTokens())[provider]).toBe(2);
      const standings = await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId);
      expect(standings.find(({ channel }) => channel === provider)).toMatchObject({ paused: null, breaker: null });
    },
  );
});
