import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const BODY = { message: { title: 'Hello', text: 'Hello' }, target: { sendToAll: true } };
const IOS = { ...BODY, message: { ...BODY.message, platforms: ['IOS'] } };
const ANDROID = { ...BODY, message: { ...BODY.message, platforms: ['ANDROID'] } };

/** Messages that try a stopped account. */
const PROBE_SIZE = 10;

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 60));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 400));
});
afterAll(async () => {
  await sending.close();
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
});

async function readStatus(channel: 'apns' | 'fcm') {
  const all = await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId);
  const { paused, breaker } = all.find((entry) => entry.channel === channel) ?? { paused: null, breaker: null };
  return {
    paused: paused?.why ?? null,
    breaker: breaker && { why: breaker.why, code: breaker.code, trips: breaker.trips },
  };
}

/** Moves the retry of the account and of all waiting recipients into the past. */
async function letTimePass(): Promise<void> {
  const { db } = sending.gateway.fresh;
  // A worker looks at an account again after 2 seconds.
  sending.gateway.app.get(AccountStateService).clearCache();
  await db.affected(`UPDATE delivery.account_rest SET rest_until = now() - interval '1 second', probe_until = NULL`);
  await db.affected('UPDATE delivery.retry SET due_at = now()');
}

/** Sends what can be sent now, each chunk once. */
async function round(): Promise<void> {
  await sending.recovery.enqueueOpenWork();
  await sending.launchDue();
  for (const key of await sending.openChunks()) {
    await sending.chunks.sendChunk(key);
  }
}

const accepted = async (provider: 'apns' | 'fcm') => (await sending.simulators.counts())[provider]?.accepted;

describe('Circuit breaker of an account during an outage of its provider', () => {
  it('The circuit breaker opens for growing times, probes with a few messages and closes without losses', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' }]);
    const key = await sending.bulk(IOS);
    await round();
    expect(await readStatus('apns')).toEqual({
      paused: null,
      breaker: { why: 'PROVIDER_UNAVAILABLE', code: 'ServiceUnavailable', trips: 1 },
    });
    // Nothing is sent while the breaker is open.
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await round();
    expect((await sending.simulators.counts())['apns']?.rejected).toBe(60);
    await letTimePass();
    await round();
    expect((await sending.simulators.counts())['apns']?.rejected).toBe(70);
    expect((await readStatus('apns')).breaker?.trips).toBe(2);
    await sending.simulators.faults(1, []);
    for (let turn = 0; turn < 3; turn++) {
      await letTimePass();
      await round();
    }
    expect(await readStatus('apns')).toEqual({ paused: null, breaker: null });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 60 });
    expect(await accepted('apns')).toBe(60);
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('The circuit breaker closes by itself when credentials were refused only for a while', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 403, reason: 'InvalidProviderToken' }]);
    const key = await sending.bulk(IOS);
    await round();
    expect(await readStatus('apns')).toMatchObject({ paused: 'AUTH', breaker: { trips: 1 } });
    await letTimePass();
    await round();
    expect(await readStatus('apns')).toMatchObject({ paused: 'AUTH', breaker: { trips: 2 } });
    await sending.simulators.faults(1, []);
    for (let turn = 0; turn < 3; turn++) {
      await letTimePass();
      await round();
    }
    expect(await readStatus('apns')).toEqual({ paused: null, breaker: null });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 60 });
  });

  it('A refused configuration pauses the account, which is probed and resumed automatically', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 400, reason: 'TopicDisallowed' }]);
    const key = await sending.bulk(IOS);
    await round();
    expect(await readStatus('apns')).toMatchObject({ paused: 'CONFIGURATION', breaker: { trips: 1 } });
    const rejected = (await sending.simulators.counts())['apns']?.rejected ?? 0;
    await letTimePass();
    await round();
    expect(await readStatus('apns')).toMatchObject({ paused: 'CONFIGURATION', breaker: { trips: 2 } });
    expect((await sending.simulators.counts())['apns']?.rejected).toBeLessThanOrEqual(rejected + PROBE_SIZE);
    await sending.simulators.faults(1, []);
    for (let turn = 0; turn < 3; turn++) {
      await letTimePass();
      await round();
    }
    expect(await readStatus('apns')).toEqual({ paused: null, breaker: null });
    expect(await sending.ends(key)).toEqual({ SUCCESS: 60 });
  });

  it('An operator resumes a paused account early', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 400, reason: 'TopicDisallowed' }]);
    const key = await sending.bulk(IOS);
    await round();
    await sending.simulators.faults(1, []);
    await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'apns');
    expect(await readStatus('apns')).toEqual({ paused: null, breaker: null });
    await letTimePass();
    await round();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 60 });
  });
});

describe('Provider with a request to slow down', () => {
  it('A 429 delays the whole account, and the next batch does not leave', async () => {
    await sending.simulators.faults(1, [
      { provider: 'fcm', share: 0.1, status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 300 },
    ]);
    const key = await sending.bulk(ANDROID);
    await round();
    const first = await accepted('fcm');
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThanOrEqual(250);
    expect((await readStatus('fcm')).breaker).toEqual({ why: 'RATE_LIMITED', code: 'QUOTA_EXCEEDED', trips: 0 });
    await round();
    expect(await accepted('fcm')).toBe(first);
    await sending.simulators.faults(1, []);
    await letTimePass();
    await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'fcm');
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 400 });
    expect(await sending.simulators.duplicates()).toEqual([]);
  });
});

describe('Account with a rate limit', () => {
  it('An account with a rate limit books the cost of its messages, and one without books nothing', async () => {
    const { app, fresh, appId } = sending.gateway;
    const paced = () =>
      fresh.db.rows<{ seconds: number }>(
        `SELECT extract(epoch FROM free_at - ramp_at)::float8 AS seconds FROM channels.pace WHERE app_id = $1`,
        [appId],
      );
    expect(await paced()).toEqual([]);
    await app
      .get(ApplyService)
      .apply({ app: 'shop', channels: { fcm: { simulator: true, ratePerSecond: 200 } } }, { dryRun: false });
    await app.get(AccountStateService).resume(appId, 'fcm');
    const key = await sending.bulk(ANDROID);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 400 });
    const [row] = await paced();
    expect(row?.seconds).toBeGreaterThanOrEqual(2);
  });
});
