import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TransactionalSenderService } from '#libs/delivery';
import { fromInstallationId } from '#libs/users/identities';
import type { RegisteredInstallation } from '#libs/users/registry';
import { bucketOf, BUCKETS } from '#platform/ids';
import { startSending, type Sending } from '../../support/contract/sending.js';

const MESSAGE = { title: 'Code', text: 'Your code', platforms: ['IOS'], inbox: true };
const REFUSED = { provider: 'apns', share: 1, status: 503, reason: 'ServiceUnavailable' };

let sending: Sending;
let people = 0;
let alice: string;
let bob: string;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
  people += 1;
  [alice, bob] = [`alice-${people}`, `bob-${people}`];
  await sending.post('registerUsers', [{ extId: alice }, { extId: bob }]);
  await sending.post('tagUsers', { tag: `all-${people}`, extIds: [alice, bob] });
});

async function register(body: object): Promise<RegisteredInstallation> {
  const { status, text, json } = await sending.gateway.call('/sdk/1.0/installations', {
    key: 'mobile',
    body: { platform: 'IOS', ...body },
  });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return json as RegisteredInstallation;
}

let devices = 0;
const lastToken = (): string => devices.toString(16).padStart(64, '0');

function newDevice(extId?: string): Promise<RegisteredInstallation> {
  devices += 1;
  return register({ token: lastToken(), ...(extId !== undefined && { extId }) });
}

/** Another person logs in on the device. */
async function giveTo(device: RegisteredInstallation, extId: string): Promise<void> {
  await register({ ...device, extId });
}

const campaign = (more: object = {}): Promise<number> =>
  sending.bulk({ message: MESSAGE, target: { tag: `all-${people}` }, ...more });

/** Requests a transactional send. @returns its key */
async function send(target: object, message: object = MESSAGE): Promise<number> {
  const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
    message,
  });
  await sending.post('sendNotification', { notificationKey: String(notificationKey), target });
  return notificationKey;
}

const sendToAlice = (message: object = MESSAGE): Promise<number> => send({ extId: alice }, message);

/** Sends what was requested under a key on the fast path. */
async function sendFast(key: number): Promise<void> {
  const sender = sending.gateway.app.get(TransactionalSenderService);
  const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
    'SELECT dispatch_id AS id FROM delivery.dispatch WHERE notification_key = $1',
    [key],
  );
  await sender.send(rows.map(({ id }) => id));
  await sender.waitUntilIdle();
}

async function waitForBlockedStatement(): Promise<void> {
  const { db } = sending.gateway.fresh;
  while (
    !(await db.row(
      'SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    ))
  ) {
    await sleep(10);
  }
}

/** Sends while the provider refuses for the moment, and makes the retries due. */
async function failFirstAttempt(send: () => Promise<void> = () => sending.drain()): Promise<void> {
  await sending.simulators.faults(1, [REFUSED]);
  await send();
  await sending.simulators.faults(1, []);
  expect(await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()')).toBeGreaterThan(0);
}

/** Results of a key and inbox messages that came with a push, by the name of their user: `alice SKIPPED MOVED`. */
async function endsByUser(key: number): Promise<string[]> {
  const rows = await sending.gateway.fresh.db.rows<{ line: string }>(
    `WITH r AS MATERIALIZED (
       SELECT r.app_id, r.uid, r.status, r.reason FROM delivery.push_result r JOIN delivery.dispatch d USING (dispatch_id)
        WHERE d.notification_key = $1),
     u AS MATERIALIZED (SELECT u.app_id, u.uid, u.ext_id FROM users.app_user u),
     m AS MATERIALIZED (SELECT m.app_id, m.uid, m.dispatch_id, m.vb, m.sent_at FROM inbox.message m)
     SELECT concat_ws(' ', split_part(u.ext_id, '-', 1), (ARRAY['SUCCESS', 'FAILED', 'SKIPPED'])[r.status], r.reason) AS line
       FROM r LEFT JOIN u USING (app_id, uid)
     UNION ALL
     SELECT split_part(u.ext_id, '-', 1) || ' inbox' FROM m JOIN u USING (app_id, uid)
      WHERE u.ext_id IN ($2, $3) AND NOT EXISTS (
              -- Users without a device have their copy before the launch is stored.
              SELECT FROM delivery.left_out l
               WHERE l.dispatch_id = m.dispatch_id AND m.vb >= l.vb_from AND m.vb < l.vb_to AND m.sent_at < l.at)
      ORDER BY 1`,
    [key, alice, bob],
  );
  return rows.map(({ line }) => line);
}

const accepted = async (): Promise<number> => (await sending.simulators.counts())['apns']?.accepted ?? 0;

describe("Change of a device's user after the launch", () => {
  it('A device that changes its user after the launch gets nothing of a campaign, nor does its new user', async () => {
    const device = await newDevice(alice);
    const key = await campaign();
    await sending.launchDue();
    await giveTo(device, bob);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await accepted()).toBe(0);
    expect(await sending.dispatch(key)).toEqual({ planned: 1, settled: 1, state: 3 });
  });

  it('A device that changes its user between two attempts gets nothing of a campaign', async () => {
    const device = await newDevice(alice);
    const key = await campaign();
    await failFirstAttempt();
    await giveTo(device, bob);
    await sending.drain();
    // Stored for the user of the first attempt, before the push left.
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED', 'alice inbox']);
    expect(await accepted()).toBe(0);
  });

  it('A device that changes its user after the launch gets no code that was sent to the former user', async () => {
    const device = await newDevice(alice);
    const key = await sendToAlice();
    await sending.launchDue();
    await giveTo(device, bob);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await accepted()).toBe(0);
  });

  it('A device that changes its user between two attempts gets no code of the fast path', async () => {
    const device = await newDevice(alice);
    const key = await sendToAlice({ ...MESSAGE, inbox: false });
    await failFirstAttempt(() => sendFast(key));
    await giveTo(device, bob);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await accepted()).toBe(0);
  });

  it('A device gets nothing when its change of user was under way during the launch', async () => {
    const { db } = sending.gateway.fresh;
    const device = await newDevice(alice);
    const key = await campaign();
    let change: Promise<void> | undefined;
    await db.tx(async (tx) => {
      // The change moves the device, then waits for the home of the device, which only it writes.
      await tx.affected('LOCK TABLE users.installation_home IN SHARE MODE');
      change = giveTo(device, bob);
      await waitForBlockedStatement();
      await sending.launchDue();
    });
    await change;
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await accepted()).toBe(0);
  });

  it('A device gets the message when its user has it back before the next attempt', async () => {
    const device = await newDevice(alice);
    const key = await campaign();
    await failFirstAttempt();
    await giveTo(device, bob);
    await giveTo(device, alice);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SUCCESS', 'alice inbox']);
  });
});

describe("Change of a device's user before the launch", () => {
  it("A device that changed its user before the launch gets the new user's message, also at a later attempt", async () => {
    const device = await newDevice(alice);
    await giveTo(device, bob);
    const key = await campaign();
    await failFirstAttempt();
    await failFirstAttempt();
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['bob SUCCESS', 'bob inbox']);
  });

  it('A device that returns to its first user after the launch gets nothing', async () => {
    const device = await newDevice(alice);
    await giveTo(device, bob);
    const key = await campaign();
    await failFirstAttempt();
    await giveTo(device, alice);
    await sending.drain();
    // Stored for the user of the first attempt, before the push left.
    expect(await endsByUser(key)).toEqual(['bob SKIPPED MOVED', 'bob inbox']);
    expect(await accepted()).toBe(0);
  });

  it('A device that returns to its first user gets no code of the fast path', async () => {
    const device = await newDevice(bob);
    await giveTo(device, alice);
    const key = await sendToAlice({ ...MESSAGE, inbox: false });
    await failFirstAttempt(() => sendFast(key));
    await giveTo(device, bob);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await accepted()).toBe(0);
  });

  it("Each package of a slow campaign takes changes of a device's user into account", async () => {
    const pair = [await newDevice(alice), await newDevice(alice)];
    for (const device of pair) {
      await giveTo(device, bob);
    }
    const key = await campaign({ speed: { intervalMins: 5, packageSize: 1 } });
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['bob SUCCESS', 'bob inbox']);
    for (const device of pair) {
      await giveTo(device, alice);
    }
    await sending.gateway.fresh.db.affected("UPDATE delivery.dispatch SET pace_next_at = now() - interval '1 minute'");
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['bob SKIPPED MOVED', 'bob SUCCESS', 'bob inbox']);
  });
});

describe('Resumed launch after a device has moved to a later bucket', () => {
  const HALF = BUCKETS / 2;

  /** A user with a new name, in the first half of the buckets or in the second. */
  async function newUser(isEarly: boolean): Promise<string> {
    for (let n = 0; ; n++) {
      const extId = `${isEarly ? 'alice' : 'bob'}-${people}-${n}`;
      if (bucketOf(sending.gateway.appId, extId) < HALF === isEarly) {
        await sending.post('registerUsers', [{ extId }]);
        return extId;
      }
    }
  }

  async function newAnonymousDevice(): Promise<RegisteredInstallation> {
    for (;;) {
      const device = await newDevice();
      if ((fromInstallationId(device.installationId) ?? 0) % BUCKETS < HALF) {
        return device;
      }
    }
  }

  /** Launches, and moves the cursor back to the second half, as if the launch had ended there. */
  async function launchFirstHalf(key: number): Promise<void> {
    await sending.launchDue();
    await sending.gateway.fresh.db.affected(
      'UPDATE delivery.dispatch SET state = 1, vb_next = $2 WHERE notification_key = $1',
      [key, HALF],
    );
  }

  it('A resumed launch does not freeze a device a second time for its next user', async () => {
    const device = await newDevice(await newUser(true));
    const key = await send({ deviceToken: lastToken() });
    await launchFirstHalf(key);
    await giveTo(device, await newUser(false));
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED']);
    expect(await sending.dispatch(key)).toEqual({ planned: 1, settled: 1, state: 3 });
  });

  it('A resumed launch does not freeze a device a second time when its anonymous user gets a name', async () => {
    const device = await newAnonymousDevice();
    const key = await send({ deviceToken: lastToken() });
    await launchFirstHalf(key);
    await giveTo(device, await newUser(false));
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['bob SUCCESS']);
    expect(await accepted()).toBe(1);
    expect(await sending.dispatch(key)).toEqual({ planned: 1, settled: 1, state: 3 });
  });
});

it('A device claimed between the request and the launch is no device of the named user any more', async () => {
  const device = await newDevice(alice);
  const key = await sendToAlice();
  await giveTo(device, bob);
  await sending.drain();
  expect(await endsByUser(key)).toEqual([]);
  expect(await sending.dispatch(key)).toEqual({ planned: 0, settled: 0, state: 3 });
});

describe('Naming of an anonymous user after the launch', () => {
  it('The device of an anonymous user who gets a name after the launch gets the message', async () => {
    const device = await newDevice();
    const key = await send({ deviceToken: lastToken() });
    await failFirstAttempt();
    await giveTo(device, alice);
    await sending.drain();
    expect(await endsByUser(key)).toEqual(['alice SUCCESS', 'alice inbox']);
  });

  it('The device of a user who got a name after the launch gets nothing when it goes to another user', async () => {
    const device = await newDevice();
    const key = await send({ deviceToken: lastToken() });
    await failFirstAttempt();
    await giveTo(device, alice);
    await giveTo(device, bob);
    await sending.drain();
    // Stored for the user of the first attempt, before the push left.
    expect(await endsByUser(key)).toEqual(['alice SKIPPED MOVED', 'alice inbox']);
    expect(await accepted()).toBe(0);
  });
});
