import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChunkSenderService, TransactionalSenderService } from '#libs/delivery';
import { AccountStateService } from '#libs/delivery/accounts';
import { DatabaseClock, type LocalClocks } from '#platform/clock';
import type { Database } from '#platform/db';
import { ProviderAccountService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import { ClockService, createLogger } from '#platform/runtime';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { type AnotherWorker, anotherWorker } from '../../support/processes/another-worker.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';

const SECOND = 1000;
/** The remaining error of a process clock: the time of an answer of the database. */
const SLACK_MS = 5 * SECOND;

const openSkewed = (db: Database, aheadMs: number): Promise<DatabaseClock> => {
  const clocks: LocalClocks = { wall: () => Date.now() + aheadMs, monotonic: () => performance.now() };
  return DatabaseClock.open(db, createLogger('test', 'silent'), clocks);
};

/** A clock that the database has no say in. */
class AheadClock extends ClockService {
  override now(): Date {
    return new Date(Date.now() + 500);
  }
}

async function requestSingle(sending: Sending): Promise<number> {
  const message = { title: 'Code', text: 'Your code', platforms: ['ANDROID'] };
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    message,
  });
  await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId: 'android-0' } });
  return notificationKey;
}

/** Sends what a worker finds due now. */
async function sendSingles(sending: Sending, key: number): Promise<void> {
  const sender = sending.gateway.app.get(TransactionalSenderService);
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
    [key],
  );
  await sender.send(rows.map(({ id }) => id));
  await sender.waitUntilIdle();
}

describe.each([45 * SECOND, -45 * SECOND])('Gateway and worker with clocks %i ms off', (aheadMs) => {
  let sending: Sending;
  let worker: AnotherWorker;
  let clock: DatabaseClock;
  beforeAll(async () => {
    sending = await startSending({}, (db) => openSkewed(db, aheadMs));
    clock = await openSkewed(sending.gateway.fresh.db, aheadMs);
    worker = await anotherWorker(sending, {}, clock);
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 1));
  });
  afterAll(async () => {
    clock.onModuleDestroy();
    await worker.close();
    await sending.close();
  });

  it('A gateway and a worker with wrong clocks send a transactional message at once', async () => {
    const key = await requestSingle(sending);
    await sendSingles(sending, key);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('A gateway and a worker with wrong clocks start a campaign at once', async () => {
    const message = { title: 'Hello', text: 'Hello', platforms: ['ANDROID'] };
    const key = await sending.bulk({ message, target: { sendToAll: true } });
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  /** The first deadline is over by a clock that is ahead, the second one is far by any. */
  it.each([60, 3600])(
    'Wrong clocks neither end a retry early nor change its pause, %i s before its deadline',
    async (seconds) => {
      const { db } = sending.gateway.fresh;
      await sending.simulators.faults(1, [{ provider: 'fcm', share: 1, status: 503, reason: 'UNAVAILABLE' }]);
      const message = { title: 'Hello', text: 'Hello', platforms: ['ANDROID'] };
      const key = await sending.bulk({ message, target: { sendToAll: true } });
      await sending.launchDue();
      for (const chunk of await sending.openChunks()) {
        await sending.chunks.sendChunk(chunk);
      }
      // Its first attempt was by a process whose clock is right.
      const deadline = `UPDATE delivery.retry SET due_at = now(), expires_at = now() + $1 * interval '1 second'`;
      expect(await db.affected(deadline, [seconds])).toBe(1);
      await sending.recovery.enqueueOpenWork();
      const [before, chunks] = [await readTime(), await sending.openChunks()];
      for (const chunk of chunks) {
        await worker.app.get(ChunkSenderService).sendChunk(chunk);
      }
      const after = await readTime();
      expect(await sending.ends(key)).toEqual({});
      const retry = await db.row<{ attempt: number; dueAt: Date }>(
        'DELETE FROM delivery.retry RETURNING attempt, due_at AS "dueAt"',
      );
      expect(retry?.attempt).toBe(2);
      // Google's second pause: 20 s, and up to a quarter more. It counts from a moment between the two times.
      const dueAt = retry?.dueAt.getTime() ?? 0;
      expect(dueAt).toBeGreaterThan(before + 20 * SECOND - SLACK_MS);
      expect(dueAt).toBeLessThan(after + 25 * SECOND + SLACK_MS);
      await sending.simulators.faults(1, []);
    },
  );

  async function readTime(): Promise<number> {
    const row = await sending.gateway.fresh.db.row<{ at: Date }>('SELECT clock_timestamp() AS at');
    return row?.at.getTime() ?? 0;
  }
});

describe('Gateway slightly ahead of the database', () => {
  let sending: Sending;
  beforeAll(async () => {
    sending = await startSending({}, async () => new AheadClock());
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'ANDROID', 1));
  });
  afterAll(() => sending.close());

  it('A gateway ahead of the database stores new work as due by the clock of the database', async () => {
    const key = await requestSingle(sending);
    const message = { title: 'Hello', text: 'Hello', platforms: ['ANDROID'] };
    const campaign = await sending.bulk({ message, target: { sendToAll: true } });
    const rows = await sending.gateway.fresh.db.rows<{ key: number; early: boolean }>(
      `SELECT notification_key AS key, due_at <= created_at AS early FROM delivery.dispatch
        WHERE notification_key = ANY ($1) ORDER BY notification_key`,
      [[key, campaign]],
    );
    expect(rows).toEqual([
      { key, early: true },
      { key: campaign, early: true },
    ]);
  });
});

/** A clock that is set back, as after a fail-over to a server that is behind. */
class SetClock extends ClockService {
  behindMs = 0;

  override now(): Date {
    return new Date(Date.now() - this.behindMs);
  }
}

describe('Database clock set back by an hour', () => {
  const clock = new SetClock();
  let sending: Sending;
  let other: AnotherWorker;
  beforeAll(async () => {
    sending = await startSending({}, async () => clock);
    other = await anotherWorker(sending);
  });
  afterAll(async () => {
    await other.close();
    await sending.close();
  });

  /** Asks until an answer is as wanted. Caches last for two seconds at most. */
  async function expectSoon<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<void> {
    const until = performance.now() + 30 * SECOND;
    while (!isWanted(await ask())) {
      expect(performance.now()).toBeLessThan(until);
      await sleep(100);
    }
  }

  it('A process soon reads changes after the database clock was set back by an hour', async () => {
    const { app, appId } = sending.gateway;
    const accounts = app.get(AccountStateService);
    const attributes = app.get(UserLookupService);
    const findState = () => accounts.find(appId, 'sms');
    const removing = async () => (await attributes.getAttributesByCode(appId, [])).get('city')?.removing;
    expect((await findState()).kind).toBe('ready');
    expect(await removing()).toBeUndefined();
    clock.behindMs = 3600 * SECOND;
    const account = await other.app.get(ProviderAccountService).findAccount(appId, 'sms');
    if (!account) {
      throw new Error('There is no account');
    }
    await other.app.get(ProviderAccountService).pauseAccount(account, { code: '20003', why: 'AUTH' });
    await sending.gateway.fresh.db.affected(
      `INSERT INTO users.removal (app_id, attr_id, value) VALUES ($1, $2, '"Oslo"')`,
      [appId, (await attributes.getAttributesByCode(appId, [])).get('city')?.attrId ?? 0],
    );
    await expectSoon(findState, ({ kind }) => kind === 'paused');
    await expectSoon(removing, (values) => values !== undefined);
  });
});
