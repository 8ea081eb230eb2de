import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DispatchIntakeService, TransactionalListenerService, TransactionalSenderService } from '#libs/delivery';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
let singles: TransactionalSenderService;
let key: number;

beforeAll(async () => {
  sending = await startSending();
  singles = sending.gateway.app.get(TransactionalSenderService);
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

/** Requests one single send to each user. @returns the dispatches, in their order */
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
  await singles.send(dispatchIds);
  await singles.waitUntilIdle();
}

async function accepted(): Promise<number> {
  return Object.values(await sending.simulators.counts()).reduce((sum, { accepted: n }) => sum + n, 0);
}

const change = (sql: string) => sending.gateway.fresh.db.affected(sql);
/** Connections of the gateway under test, as `freshDatabase` opens them. */
const POOL = 10;
const FINISHED = { planned: 1, state: 3, settled: 1 };

describe('small single sends', () => {
  it('are launched, sent and written down together, each with its own end', async () => {
    const ids = await request(['ios-1', 'ios-2', 'android-3', 'nobody']);
    await send(ids);
    expect(await accepted()).toBe(3);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    const states = await rowsOf(`SELECT state AS n FROM delivery.dispatch WHERE notification_key = ${key}`);
    expect(states).toEqual([3, 3, 3, 3]);
    expect(await sending.openChunks()).toEqual([]);
  });

  it('reach each of the platforms that a user has', async () => {
    await send(await request(['both']));
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    expect(await sending.dispatch(key)).toEqual({ planned: 2, state: 3, settled: 2 });
  });

  it('reach a user who is named twice once, and addresses and devices as well', async () => {
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

  it('leave once when two workers are woken for them, and when one is woken twice', async () => {
    const ids = await request(['ios-1', 'ios-2', 'ios-3']);
    await Promise.all([singles.send(ids), singles.send(ids.toReversed()), singles.send(ids)]);
    await singles.waitUntilIdle();
    await send(ids);
    await sending.drain();
    expect(await accepted()).toBe(3);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });

  it('wait for no second connection while their transaction holds the last', async () => {
    let release = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      release = resolve;
    });
    const remaining = Array.from({ length: POOL - 1 }, () => sending.gateway.fresh.db.tx(() => end));
    const ids = await request(Array.from({ length: 230 }, (_, n) => `ios-${n % 10}`)).finally(() => release());
    await Promise.all(remaining);
    await send(ids);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 230 });
  });

  it('that the inbox keeps are left to the ordinary way by whoever is woken for them', async () => {
    const stored = await define(['IOS'], { inbox: true });
    const ids = await request(['ios-1'], stored);
    await send(ids);
    expect(await accepted()).toBe(0);
    await sending.drain();
    expect(await sending.ends(stored)).toEqual({ SUCCESS: 1 });
  });

  it('are found by the sweep when their wake-up was lost', async () => {
    await request(['ios-1']);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it('write down what the provider refuses, and try again what it puts off', async () => {
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

describe('what interferes with a small single send', () => {
  it('a pause before its launch keeps it back', async () => {
    const ids = await request(['ios-1']);
    await change(`UPDATE delivery.dispatch SET paused_at = now() WHERE dispatch_id = ${ids[0]}`);
    await send(ids);
    expect(await accepted()).toBe(0);
    await change(`UPDATE delivery.dispatch SET paused_at = NULL WHERE dispatch_id = ${ids[0]}`);
    await send(ids);
    expect(await sending.dispatch(key)).toEqual(FINISHED);
  });

  it('a worker that dies before the launch is committed leaves nothing behind', async () => {
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

  it('a worker that dies after it sent is in doubt; a push goes again under the same id', async () => {
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

  it('the same with an e-mail, whose fate nobody can tell: no second copy', async () => {
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

  it('a worker that dies after it sent a group leaves each of it in doubt by itself', async () => {
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

  it('a list that turns out long is left to the ordinary way', async () => {
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

  it('a channel without room takes it up in its own lane', async () => {
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

  /** Sends, and turns the clock of the results back: what a worker leaves behind that dies before it commits them. */
  async function dieAfterSending(ids: readonly number[]): Promise<void> {
    await change(`CREATE FUNCTION public.die() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'died' USING ERRCODE = 'XX000'; END $$`);
    await change('CREATE TRIGGER die BEFORE INSERT ON delivery.push_result FOR EACH ROW EXECUTE FUNCTION public.die()');
    await send(ids);
    await change('DROP TRIGGER die ON delivery.push_result');
    await change('DROP FUNCTION public.die()');
    expect(await rowsOf(`SELECT count(intent) AS n FROM delivery.chunk WHERE dispatch_id = ${ids[0]}`)).toEqual([1]);
    await change(`UPDATE delivery.chunk SET lease_until = now() - interval '1 s' WHERE dispatch_id = ${ids[0]}`);
  }
});

describe('calls to small single sends', () => {
  let calls: TransactionalListenerService;
  beforeAll(() => {
    calls = sending.gateway.app.get(TransactionalListenerService);
  });
  afterAll(() => calls.stop());

  const until = (count: number) => expect.poll(accepted, { timeout: 10_000 }).toBe(count);

  it('are heard by a worker, which looks for those that it missed when it begins', async () => {
    await request(['ios-1']);
    await calls.start();
    await until(1);
    await request(['ios-2', 'android-3']);
    await until(3);
    await singles.waitUntilIdle();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
  });
});

describe('requests that come together', () => {
  it('share a statement; only the one that Postgres refuses fails', async () => {
    const intake = sending.gateway.app.get(DispatchIntakeService);
    const { appId } = sending.gateway;
    const message = { title: 'Code', text: 'together', platforms: ['IOS' as const], ios: {}, android: {} };
    const store = async (notificationKey: number): Promise<number> => {
      const [dispatchId = Number.NaN] = await intake.allocateDispatchIds(1);
      const target = { type: 'extIds' as const, extIds: ['ios-1'], field: 'target.extId' };
      const request = {
        appId,
        notificationKey,
        lane: 'single' as const,
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
