import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DispatchIntakeService, LANES, TransactionalListenerService, TransactionalSenderService } from '#libs/delivery';
import { reachableUsers } from '../../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../../support/contract/sending.js';

let sending: Sending;
let sender: TransactionalSenderService;
let key: number;

beforeAll(async () => {
  sending = await startSending();
  sender = sending.gateway.app.get(TransactionalSenderService);
  for (const platform of ['IOS', 'ANDROID', 'EMAIL'] as const) {
    await sending.post('registerUsers', await reachableUsers(sending.simulators, platform, 10));
  }
  await sending.post('registerUsers', [
    { extId: 'both', platform: 'IOS', deviceToken: 'ab'.repeat(32) },
    { extId: 'both', platform: 'ANDROID', deviceToken: `f${'0'.repeat(21)}:${'APA91b'.repeat(21)}both` },
  ]);
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
  key = await define(['IOS', 'ANDROID']);
});
afterAll(() => sending.close());

async function define(platforms: string[], more: object = {}): Promise<number> {
  const message = { title: 'Code', text: 'Your code', platforms, ...more };
  return (await sending.post<{ notificationKey: number }>('createNotificationDefinition', { message })).notificationKey;
}

/** Requests one transactional send to each user. @returns the dispatches, in their order */
async function request(extIds: readonly string[], notificationKey = key): Promise<number[]> {
  const entries = extIds.map((extId) => ({ notificationKey: String(notificationKey), target: { extId } }));
  await sending.post('sendNotification', entries);
  const rows = await rowsOf(`SELECT dispatch_id AS n FROM delivery.dispatch
    WHERE notification_key = ${notificationKey} ORDER BY dispatch_id DESC LIMIT ${extIds.length}`);
  return rows.toReversed();
}

async function rowsOf(sql: string): Promise<number[]> {
  return (await sending.gateway.fresh.db.rows<{ n: number }>(sql)).map(({ n }) => n);
}

async function send(dispatchIds: readonly number[]): Promise<void> {
  await sender.send(dispatchIds);
  await sender.waitUntilIdle();
}

async function accepted(): Promise<number> {
  return Object.values(await sending.simulators.counts()).reduce((sum, { accepted: n }) => sum + n, 0);
}

const change = (sql: string) => sending.gateway.fresh.db.affected(sql);
/** Connections of the gateway under test, as `freshDatabase` opens them. */
const POOL = 10;
/** Connections of it that only callers out of turn get. */
const RESERVE = 2;
const FINISHED = { planned: 1, state: 3, settled: 1 };

describe('Small transactional sends', () => {
  it('Small transactional sends are launched, sent and committed together, each with its own result', async () => {
    const ids = await request(['ios-1', 'ios-2', 'android-3', 'nobody']);
    await send(ids);
    expect(await accepted()).toBe(3);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    const states = await rowsOf(`SELECT state AS n FROM delivery.dispatch WHERE notification_key = ${key}`);
    expect(states).toEqual([3, 3, 3, 3]);
    expect(await sending.openChunks()).toEqual([]);
  });

  it('A small transactional send reaches all platforms of a user', async () => {
    await send(await request(['both']));
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    expect(await sending.dispatch(key)).toEqual({ planned: 2, state: 3, settled: 2 });
  });

  it('A send to a shared address reaches one of its users, and is skipped when all of them have refused', async () => {
    const mail = await define(['EMAIL'], { subject: 'Code' });
    const code = await define(['EMAIL'], { subject: 'Code', transactional: true });
    const email = 'shared@example.com';
    await sending.post('registerUsers', [
      { extId: 'sharer-1', email },
      { extId: 'sharer-2', email },
    ]);
    const reach = async (notificationKey: number): Promise<unknown> => {
      await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { email } });
      await send(
        await rowsOf(`SELECT max(dispatch_id) AS n FROM delivery.dispatch WHERE notification_key = ${notificationKey}`),
      );
      return sending.ends(notificationKey);
    };
    expect(await reach(mail)).toEqual({ SUCCESS: 1 });
    await sending.post('disableMail', { extIds: ['sharer-1', 'sharer-2'] });
    expect(await reach(mail)).toEqual({ SUCCESS: 1, 'SKIPPED OPTED_OUT': 1 });
    expect(await reach(code)).toEqual({ SUCCESS: 1 });
    expect(await sending.simulators.mails()).toHaveLength(2);
  });

  it('A small transactional send reaches a user that is named twice only once, and reaches addresses and devices', async () => {
    const mail = await define(['EMAIL'], { subject: 'Code' });
    await sending.post('sendNotification', [
      { notificationKey: String(key), target: { extId: ['ios-1', 'ios-1'] } },
      { notificationKey: String(key), target: { deviceToken: ['2'.padStart(64, '0')] } },
      { notificationKey: String(mail), target: { email: 'user4@example.com' } },
    ]);
    await send(
      await rowsOf(`SELECT dispatch_id AS n FROM delivery.dispatch WHERE notification_key IN (${key}, ${mail})`),
    );
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    expect(await sending.ends(mail)).toEqual({ SUCCESS: 1 });
  });

  it('Small transactional sends are sent once when two workers get them, and when one worker gets them twice', async () => {
    const ids = await request(['ios-1', 'ios-2', 'ios-3']);
    await Promise.all([sender.send(ids), sender.send(ids.toReversed()), sender.send(ids)]);
    await sender.waitUntilIdle();
    await send(ids);
    await sending.drain();
    expect(await accepted()).toBe(3);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });

  it('sendNotification needs no second connection while its transaction holds the last one', async () => {
    let release = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      release = resolve;
    });
    const remaining = Array.from({ length: POOL - RESERVE - 1 }, () => sending.gateway.fresh.db.tx(() => end));
    const ids = await request(Array.from({ length: 230 }, (_, n) => `ios-${n % 10}`)).finally(() => release());
    await Promise.all(remaining);
    await send(ids);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 230 });
  });

  it('A send that the inbox keeps gets a job of its own', async () => {
    const stored = await define(['IOS'], { inbox: true });
    const ids = await request(['ios-1'], stored);
    await send(ids);
    expect(await accepted()).toBe(0);
    await sending.drain();
    expect(await sending.ends(stored)).toEqual({ SUCCESS: 1 });
  });

  it('Recovery finds a small transactional send whose notification was lost', async () => {
    await request(['ios-1']);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('A refusal of the provider is stored, and a recipient that the provider defers is retried', async () => {
    await sending.simulators.faults(1, [
      { provider: 'apns', token: '1'.padStart(64, '0'), share: 1, status: 413, reason: 'PayloadTooLarge' },
      { provider: 'apns', token: '2'.padStart(64, '0'), share: 1, status: 503, reason: 'ServiceUnavailable' },
    ]);
    const ids = await request(['ios-1', 'ios-2', 'ios-3']);
    await send(ids);
    const retries = await rowsOf(`SELECT count(*) AS n FROM delivery.retry WHERE dispatch_id = ${ids[1]}`);
    expect(retries).toEqual([1]);
    await sending.simulators.faults(1, []);
    await change(`UPDATE delivery.retry SET due_at = now() WHERE dispatch_id = ${ids[1]}`);
    await sending.drain();
    expect((await sending.ends(key))['SUCCESS']).toBe(2);
    const states = await rowsOf(`SELECT state AS n FROM delivery.dispatch WHERE notification_key = ${key}`);
    expect(states).toEqual([3, 3, 3]);
  });
});

describe('Failures around a small transactional send', () => {
  it('A send that is paused before its launch is sent only after the pause', async () => {
    const ids = await request(['ios-1']);
    await change(`UPDATE delivery.dispatch SET paused_at = now() WHERE dispatch_id = ${ids[0]}`);
    await send(ids);
    expect(await accepted()).toBe(0);
    await change(`UPDATE delivery.dispatch SET paused_at = NULL WHERE dispatch_id = ${ids[0]}`);
    await send(ids);
    expect(await sending.dispatch(key)).toEqual(FINISHED);
  });

  it('A send whose worker died before the commit of the launch is sent when the lease has ended', async () => {
    const ids = await request(['ios-1']);
    await change(
      `UPDATE delivery.dispatch SET epoch = epoch + 1, lease_until = now() + interval '1 hour' WHERE dispatch_id = ${ids[0]}`,
    );
    await send(ids);
    expect(await accepted()).toBe(0);
    await change(`UPDATE delivery.dispatch SET lease_until = now() - interval '1 s' WHERE dispatch_id = ${ids[0]}`);
    await sending.drain();
    expect(await sending.dispatch(key)).toEqual(FINISHED);
  });

  it('A push of a worker that died while it sent is repeated under the same id', async () => {
    const ids = await request(['ios-1']);
    await dieAfterSending(ids);
    expect(await accepted()).toBe(1);
    await sending.drain();
    expect(await sending.dispatch(key)).toEqual(FINISHED);
    expect(await rowsOf(`SELECT recipient_id AS n FROM delivery.in_doubt WHERE dispatch_id = ${ids[0]}`)).toHaveLength(
      1,
    );
    expect(await sending.simulators.duplicates()).toHaveLength(1);
  });

  it('An e-mail of a worker that died while it sent gets no second copy', async () => {
    const mail = await define(['EMAIL'], { subject: 'Code' });
    const ids = await request(['email-1'], mail);
    await dieAfterSending(ids);
    await sending.drain();
    expect(await accepted()).toBe(1);
    expect(await sending.ends(mail)).toEqual({ 'FAILED IN_DOUBT': 1 });
    expect(await sending.dispatch(mail)).toEqual(FINISHED);
    expect(await rowsOf(`SELECT recipient_id AS n FROM delivery.in_doubt WHERE dispatch_id = ${ids[0]}`)).toHaveLength(
      1,
    );
  });

  it('When a worker dies while it sends a group, each send of the group is in doubt by itself', async () => {
    const ids = await request(['ios-1', 'ios-2']);
    await dieAfterSending(ids);
    expect(await accepted()).toBe(2);
    await change(`UPDATE delivery.chunk SET lease_until = now() - interval '1 s' WHERE dispatch_id = ${ids[1]}`);
    await sending.drain();
    const states = await rowsOf(`SELECT state AS n FROM delivery.dispatch WHERE notification_key = ${key}`);
    expect(states).toEqual([3, 3]);
    const doubts = await rowsOf(`SELECT dispatch_id AS n FROM delivery.in_doubt
      WHERE dispatch_id IN (${ids.join()}) ORDER BY dispatch_id`);
    expect(doubts).toEqual(ids);
    expect(await sending.simulators.duplicates()).toHaveLength(2);
  });

  it('A send with many recipients gets a job of its own', async () => {
    const extIds = Array.from({ length: 12 }, (_, n) => `crowd-${n}`);
    const tokens = (n: number): object[] =>
      Array.from({ length: 10 }, (_, m) => ({
        extId: `crowd-${n}`,
        platform: 'IOS',
        deviceToken: `${(n * 10 + m).toString(16).padStart(4, '0')}${'e'.repeat(60)}`,
      }));
    await sending.post(
      'registerUsers',
      extIds.flatMap((_, n) => tokens(n)),
    );
    await sending.post('sendNotification', { notificationKey: String(key), target: { extId: extIds } });
    await send(await rowsOf(`SELECT dispatch_id AS n FROM delivery.dispatch WHERE notification_key = ${key}`));
    expect(await accepted()).toBe(0);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 120 });
  });

  it('A send whose account is paused waits as a chunk, and is sent from the queue of its channel', async () => {
    await change(`UPDATE tenancy.provider_account SET paused_at = now() WHERE app_id = ${sending.gateway.appId}`);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const ids = await request(['ios-1']);
    await send(ids);
    expect(await accepted()).toBe(0);
    expect(await sending.openChunks()).toHaveLength(1);
    await change(`UPDATE tenancy.provider_account SET paused_at = NULL WHERE app_id = ${sending.gateway.appId}`);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await sending.drain();
    expect(await sending.dispatch(key)).toEqual(FINISHED);
  });

  /** Sends, and refuses the results for good: what a worker leaves behind that dies before it commits them. */
  async function dieAfterSending(ids: readonly number[]): Promise<void> {
    await change(`CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'died: a row violates check constraint "alive"' USING ERRCODE = '23514'; END $$`);
    await change('CREATE TRIGGER die BEFORE INSERT ON delivery.push_result FOR EACH ROW EXECUTE FUNCTION public.die()');
    await send(ids);
    await change('DROP TRIGGER die ON delivery.push_result');
    await change('DROP FUNCTION public.die()');
    expect(await rowsOf(`SELECT count(intent) AS n FROM delivery.chunk WHERE dispatch_id = ${ids[0]}`)).toEqual([1]);
    await change(`UPDATE delivery.chunk SET lease_until = now() - interval '1 s' WHERE dispatch_id = ${ids[0]}`);
  }
});

describe('Notifications of small transactional sends', () => {
  let calls: TransactionalListenerService;
  beforeAll(() => {
    calls = sending.gateway.app.get(TransactionalListenerService);
  });
  afterAll(() => calls.stop());

  const until = (count: number) => expect.poll(accepted, { timeout: 10_000 }).toBe(count);

  it('A notification reaches a running worker, and a worker that starts fetches the sends that it missed', async () => {
    await request(['ios-1']);
    await calls.start();
    await until(1);
    await request(['ios-2', 'android-3']);
    await until(3);
    await sender.waitUntilIdle();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });
});

describe('DispatchIntakeService with concurrent requests', () => {
  it('Concurrent requests share a statement, and only the request that Postgres refuses fails', async () => {
    const intake = sending.gateway.app.get(DispatchIntakeService);
    const { appId } = sending.gateway;
    const message = { title: 'Code', text: 'together', platforms: ['IOS' as const], ios: {}, android: {} };
    const store = async (notificationKey: number): Promise<number> => {
      const [dispatchId = Number.NaN] = await intake.allocateDispatchIds(1);
      const target = { type: 'extIds' as const, extIds: ['ios-1'], field: 'target.extId' };
      const request = {
        appId,
        notificationKey,
        lane: LANES.transactional,
        message,
        target,
        options: {},
        dueAt: new Date(0),
      };
      await intake.acceptAll([{ dispatchId, request }]);
      return dispatchId;
    };
    const ends = await Promise.allSettled([key, key, 2 ** 31, key].map(store));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    const stored = await rowsOf(
      `SELECT count(*) AS n FROM delivery.dispatch WHERE message ->> 'text' = 'together' AND notification_key = ${key}`,
    );
    expect(stored).toEqual([3]);
  });
});
