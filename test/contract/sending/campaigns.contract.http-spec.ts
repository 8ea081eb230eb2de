import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MESSAGE = { title: 'Sale', text: 'All shoes 20 % off', platforms: ['IOS', 'ANDROID'] };
const BODY = { message: MESSAGE, target: { sendToAll: true } };
/** Recipients that are sent to between one intent and its results. */
const SUB_BATCH = 250;
const SLOW = [{ provider: 'apns', share: 1, latencyMs: 400 }];
let sending: Sending;

beforeAll(async () => {
  sending = await startSending();
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'IOS', 800));
  await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 100));
});

afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.faults(1, []);
  await sending.simulators.clear();
});

async function accepted(provider = 'apns'): Promise<number> {
  return (await sending.simulators.counts())[provider]?.accepted ?? 0;
}

async function steer(operation: string, ...keys: number[]): Promise<{ status: number; json: unknown; text: string }> {
  return sending.gateway.call(`/rest/3.0/${operation}`, { body: keys.map((messageId) => ({ messageId })) });
}

async function stats(key: number): Promise<unknown> {
  return (await sending.gateway.call(`/rest/3.0/getPushStats?notificationKey=${key}`, { method: 'GET' })).json;
}

/** Begins to send everything that is open, and goes on when the first sub-batch is with the provider. */
async function beginSending(): Promise<{ ended: Promise<unknown> }> {
  await sending.launchDue();
  const ended = Promise.all((await sending.openChunks()).map((chunk) => sending.chunks.sendChunk(chunk)));
  const intents = () =>
    sending.gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.chunk WHERE intent IS NOT NULL AND channel = 1 AND state = 0',
    );
  await expect.poll(async () => (await intents())?.n, { timeout: 10_000 }).toBe(1);
  return { ended };
}

describe('stopNotification (beyond the specification, 4.2)', () => {
  it('A stop lets the batch under way end, skips all other recipients, and the figures add up', async () => {
    await sending.simulators.faults(1, SLOW);
    const key = await sending.bulk(BODY);
    const { ended } = await beginSending();
    expect(await steer('stopNotification', key)).toMatchObject({ status: 200, text: '' });
    await ended;
    await sending.drain();
    const ends = await sending.ends(key);
    const sent = (ends['SUCCESS'] ?? 0) - (await accepted('fcm'));
    expect(await accepted()).toBe(SUB_BATCH);
    expect(sent).toBe(SUB_BATCH);
    expect((ends['SUCCESS'] ?? 0) + (ends['SKIPPED STOPPED'] ?? 0)).toBe(900);
    expect(Object.keys(ends).toSorted()).toEqual(['SKIPPED STOPPED', 'SUCCESS']);
    expect(await sending.dispatch(key)).toEqual({ planned: 900, settled: 900, state: 4 });
    expect(await stats(key)).toMatchObject({ status: 'FINISHED', stats: [{ platform: 'IOS', sent: SUB_BATCH }, {}] });
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('A stop ends a campaign before its launch at once, without planned recipients', async () => {
    const key = await sending.bulk({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
    expect((await steer('stopNotification', key)).status).toBe(200);
    await sending.drain();
    expect(await sending.dispatch(key)).toEqual({ planned: 0, settled: 0, state: 4 });
    expect(await stats(key)).toMatchObject({ status: 'FINISHED' });
    expect(await steer('stopNotification', key)).toMatchObject({ status: 400, json: { code: 5005 } });
    expect(await steer('resumeNotification', key)).toMatchObject({ status: 400, json: { code: 5005 } });
  });

  it('A stop also ends retries, without waiting for their time', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, status: 429, retryAfterSeconds: 1000 }]);
    const key = await sending.bulk(BODY);
    await sending.drain();
    expect((await sending.ends(key))['SUCCESS']).toBe(100);
    await steer('stopNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 100, 'SKIPPED STOPPED': 800 });
    expect((await sending.dispatch(key)).state).toBe(4);
  });

  it('A stop lists the recipients that a dead worker had in flight as in doubt', async () => {
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const { db } = sending.gateway.fresh;
    // A worker killed between intent and results leaves this state.
    await db.affected(
      'UPDATE delivery.chunk SET intent = ids, intent_at = now(), epoch = 1 WHERE state = 0 AND channel = 1',
    );
    await steer('stopNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 800, 'SKIPPED STOPPED': 100 });
    const listed = await db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.in_doubt i JOIN delivery.dispatch d USING (dispatch_id) WHERE d.notification_key = $1',
      [key],
    );
    expect(listed?.n).toBe(800);
  });
});

describe('pauseNotification and resumeNotification (beyond the specification, 4.2)', () => {
  it('A pause holds a campaign where it is, and a resume continues there, once for each recipient', async () => {
    await sending.simulators.faults(1, SLOW);
    const key = await sending.bulk(BODY);
    const { ended } = await beginSending();
    expect(await steer('pauseNotification', key)).toMatchObject({ status: 200, text: '' });
    await ended;
    await sending.drain();
    expect(await accepted()).toBe(SUB_BATCH);
    expect(await stats(key)).toMatchObject({ status: 'SENDING' });
    const leases = await sending.gateway.fresh.db.row<{ n: number }>(
      'SELECT count(*) AS n FROM delivery.chunk WHERE state = 0 AND lease_until IS NOT NULL',
    );
    expect(leases?.n).toBe(0);
    expect(await steer('pauseNotification', key)).toMatchObject({ status: 400, json: { code: 5005 } });
    await sending.simulators.faults(1, []);
    expect((await steer('resumeNotification', key)).status).toBe(200);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 900 });
    expect(await sending.simulators.duplicates()).toEqual([]);
    expect(await sending.dispatch(key)).toEqual({ planned: 900, settled: 900, state: 3 });
  });

  it('Repeated pauses and resumes during a campaign cause no lost message and no duplicate', async () => {
    await sending.simulators.faults(1, [{ provider: 'apns', share: 1, latencyMs: 40 }]);
    const key = await sending.bulk(BODY);
    await sending.launchDue();
    const over = new AbortController();
    const worker = async (): Promise<void> => {
      while (!over.signal.aborted) {
        for (const chunk of await sending.openChunks()) {
          await sending.chunks.sendChunk(chunk);
        }
        await sending.recovery.enqueueOpenWork();
      }
    };
    const workers = Promise.all([worker(), worker()]);
    const paused: number[] = [];
    const state = async () => (await sending.dispatch(key)).state;
    const flying = 'SELECT count(*) AS n FROM delivery.chunk WHERE intent IS NOT NULL AND state = 0';
    const inFlight = async () => (await sending.gateway.fresh.db.row<{ n: number }>(flying))?.n;
    try {
      while ((await steer('pauseNotification', key)).status === 200) {
        await expect.poll(inFlight, { timeout: 10_000 }).toBe(0);
        const before = await accepted();
        await sending.recovery.enqueueOpenWork();
        paused.push((await accepted()) - before);
        // Messages under way at the pause may have been the last ones.
        expect((await steer('resumeNotification', key)).status).toBe((await state()) === 3 ? 400 : 200);
      }
      await expect.poll(state, { timeout: 20_000 }).toBe(3);
    } finally {
      over.abort();
      await workers;
    }
    expect(paused).not.toEqual([]);
    expect(paused.every((more) => more === 0)).toBe(true);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 900 });
    expect(await sending.simulators.duplicates()).toEqual([]);
  });

  it('A pause holds the retries of a campaign until it is resumed', async () => {
    await sending.simulators.faults(1, [{ provider: 'fcm', share: 1, status: 503, times: 100 }]);
    const key = await sending.bulk(BODY);
    await sending.drain();
    await steer('pauseNotification', key);
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.drain();
    expect(await accepted('fcm')).toBe(0);
    await sending.simulators.faults(1, []);
    await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'fcm');
    await steer('resumeNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 900 });
  });

  it('A pause keeps a scheduled campaign from being launched', async () => {
    const key = await sending.bulk({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
    await steer('pauseNotification', key);
    await sending.gateway.fresh.db.affected('UPDATE delivery.dispatch SET due_at = now() WHERE notification_key = $1', [
      key,
    ]);
    await sending.drain();
    expect(await sending.dispatch(key)).toMatchObject({ planned: 0, state: 0 });
    await steer('resumeNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 900 });
  });

  it('A pause holds a slow campaign between its packages, and a stop ends it there', async () => {
    const key = await sending.bulk({ ...BODY, speed: { intervalMins: 5, packageSize: 50 } });
    await sending.drain();
    await steer('pauseNotification', key);
    await sending.gateway.fresh.db.affected(
      "UPDATE delivery.dispatch SET pace_next_at = now() - interval '1 hour' WHERE pace_next_at IS NOT NULL",
    );
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 50 });
    await steer('resumeNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 100 });
    await steer('stopNotification', key);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 100, 'SKIPPED STOPPED': 800 });
  });
});

describe('Operations on campaigns', () => {
  it.each(['pauseNotification', 'resumeNotification', 'stopNotification'])(
    '%s refuses unknown keys (5003) and keys of no campaign (5005), and changes nothing',
    async (operation) => {
      const open = await sending.bulk({ ...BODY, schedule: { startTime: '2999-01-01T00:00:00' } });
      if (operation === 'resumeNotification') {
        await steer('pauseNotification', open);
      }
      const definition = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
        title: 'D',
        message: 'Hi',
        platforms: ['IOS'],
      });
      const before = await sending.dispatch(open);
      expect(await steer(operation, open, 2_000_000_000)).toMatchObject({ status: 400, json: { code: 5003 } });
      expect(await steer(operation, open, definition.notificationKey)).toMatchObject({ json: { code: 5005 } });
      expect(await sending.dispatch(open)).toEqual(before);
      const second = await sending.gateway.call(`/rest/3.0/${operation}`, {
        body: [{ messageId: open }],
        key: null,
      });
      expect(second.status).toBe(401);
      expect((await steer(operation, open)).status).toBe(200);
    },
  );

  it.each([[{}], [[{}]], [[{ messageId: 'x' }]]])('stopNotification refuses the body %j', async (body) => {
    const answer = await sending.gateway.call('/rest/3.0/stopNotification', { body });
    expect(answer.status).toBe(400);
  });
});

describe('Bulk target with a form of another operation (decisions 9)', () => {
  it.each([{ extId: 'bob' }, { deviceToken: 'token' }, { pa: { city: 'Izmir' } }, { email: 'bob@example.com' }])(
    'A bulk target that includes %j is refused, and no message is sent',
    async (form) => {
      const refused = await sending.gateway.call('/rest/3.0/sendBulkNotification', {
        body: { ...BODY, target: { sendToAll: true, ...form } },
      });
      expect(refused).toMatchObject({ status: 400, json: { code: 2004 } });
      expect(refused.text).toContain(`target.${Object.keys(form)[0]}`);
      await sending.drain();
      expect(await accepted()).toBe(0);
    },
  );
});
