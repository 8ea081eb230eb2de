import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { renewAccount } from '../../support/processes/renewed-account.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** Tokens of this form the simulated APNs does not know. */
const INVENTED = 'dead'.repeat(8);
const RULE = { provider: 'apns', token: `${INVENTED}*`, share: 1, status: 400, reason: 'BadDeviceToken' };
const HELLO = { title: 'Hello', text: 'Hello', platforms: ['IOS'] };

let sending: Sending;
let people = 0;

beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.makeKey('mobile', { kind: 'mobile' });
});
afterAll(async () => {
  await sending.close();
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, [RULE]);
});
afterEach(async () => {
  await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'apns');
  await sending.gateway.fresh.db.affected('DELETE FROM delivery.retry');
});

const inventToken = (): string => INVENTED + randomBytes(16).toString('hex');
const realToken = (): string => randomBytes(32).toString('hex');
const newPerson = (): string => `person-${(people += 1)}`;

/** Registers a device, as everyone with the app can. */
async function registerDevice(extId: string, token: string): Promise<void> {
  const { status, text } = await sending.gateway.call('/sdk/1.0/installations', {
    body: { platform: 'IOS', token, extId },
    key: 'mobile',
  });
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
}

/** Users of a campaign of their own. @returns the key of the campaign */
async function sendTo(extIds: readonly string[]): Promise<number> {
  const tag = `tag-${extIds[0]}`;
  await sending.post('tagUsers', { tag, extIds });
  const key = await sending.bulk({ message: HELLO, target: { tag } });
  await sending.drain();
  return key;
}

async function readAccount(): Promise<{ paused: string | null; trips: number }> {
  const all = await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId);
  const account = all.find(({ channel }) => channel === 'apns');
  return { paused: account?.paused?.why ?? null, trips: account?.breaker?.trips ?? 0 };
}

async function countRetired(extIds: readonly string[]): Promise<number> {
  const row = await sending.gateway.fresh.db.row<{ n: number }>(
    `SELECT count(*)::integer AS n FROM users.installation i JOIN users.app_user u USING (vb, app_id, uid)
      WHERE u.ext_id = ANY ($1) AND i.retired_at IS NOT NULL`,
    [extIds],
  );
  return row?.n ?? 0;
}

/** Moves the retry of the account and of all waiting recipients into the past. */
async function letTimePass(): Promise<void> {
  const { db } = sending.gateway.fresh;
  // A worker looks at an account again after 2 seconds.
  sending.gateway.app.get(AccountStateService).clearCache();
  await db.affected(`UPDATE delivery.account_rest SET rest_until = now() - interval '1 second', probe_until = NULL`);
  await db.affected('UPDATE delivery.retry SET due_at = now()');
}

const WORKS = { paused: null, trips: 0 };

describe('Visitor who registers invented tokens', () => {
  it('Fifteen invented tokens of one user and a welcome push do not stop the push of the application', async () => {
    const visitor = newPerson();
    for (let count = 0; count < 15; count++) {
      await registerDevice(visitor, inventToken());
    }
    const welcome = await sendTo([visitor]);
    expect(await readAccount()).toEqual(WORKS);
    expect(await sending.ends(welcome)).toEqual({ 'FAILED INVALID_TOKEN': 15 });
    const customer = newPerson();
    await sending.post('registerUsers', [{ extId: customer, platform: 'IOS', deviceToken: realToken() }]);
    expect(await sending.ends(await sendTo([customer]))).toEqual({ SUCCESS: 1 });
  });

  it('Invented tokens of fifteen users do not stop the push, and the failed tokens are not retired', async () => {
    const visitors = Array.from({ length: 15 }, newPerson);
    for (const visitor of visitors) {
      await registerDevice(visitor, inventToken());
    }
    expect(await sending.ends(await sendTo(visitors))).toEqual({ 'FAILED INVALID_TOKEN': 15 });
    expect(await readAccount()).toEqual(WORKS);
    expect(await countRetired(visitors)).toBe(0);
  });

  it('A real device in the same batch as invented tokens gets its message', async () => {
    const visitors = Array.from({ length: 15 }, newPerson);
    for (const visitor of visitors) {
      await registerDevice(visitor, inventToken());
    }
    const customer = newPerson();
    await sending.post('registerUsers', [{ extId: customer, platform: 'IOS', deviceToken: realToken() }]);
    expect(await sending.ends(await sendTo([customer, ...visitors]))).toEqual({
      SUCCESS: 1,
      'FAILED INVALID_TOKEN': 15,
    });
  });

  it('A visitor with an invented token does not restart an account that is stopped', async () => {
    const customers = Array.from({ length: 12 }, newPerson);
    await sending.post(
      'registerUsers',
      customers.map((extId) => ({ extId, platform: 'IOS', deviceToken: inventToken() })),
    );
    await sendTo(customers);
    expect(await readAccount()).toMatchObject({ paused: 'INVALID_TOKEN' });
    const visitor = newPerson();
    await registerDevice(visitor, inventToken());
    // Only this test has waiting recipients, so the probe is its own.
    await sending.gateway.fresh.db.affected('DELETE FROM delivery.retry');
    await letTimePass();
    await sendTo([visitor]);
    expect(await readAccount()).toMatchObject({ paused: 'INVALID_TOKEN' });
  });
});

describe('Wrong environment of the account', () => {
  it('Invalid tokens that servers registered pause the account and retire no token, and the pause ends by itself', async () => {
    const customers = Array.from({ length: 12 }, newPerson);
    await sending.post(
      'registerUsers',
      customers.map((extId) => ({ extId, platform: 'IOS', deviceToken: inventToken() })),
    );
    const key = await sendTo(customers);
    expect(await readAccount()).toEqual({ paused: 'INVALID_TOKEN', trips: 1 });
    await letTimePass();
    await sending.drain();
    expect(await readAccount()).toEqual({ paused: 'INVALID_TOKEN', trips: 2 });
    expect(await countRetired(customers)).toBe(0);
    await sending.simulators.faults(1, []);
    for (let turn = 0; turn < 3; turn++) {
      await letTimePass();
      await sending.drain();
    }
    expect(await readAccount()).toEqual(WORKS);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 12 });
  });

  it('Invalid tokens of devices that had a success before pause the account', async () => {
    const customers = Array.from({ length: 12 }, newPerson);
    for (const customer of customers) {
      await registerDevice(customer, inventToken());
    }
    await sending.simulators.faults(1, []);
    expect(await sending.ends(await sendTo(customers))).toEqual({ SUCCESS: 12 });
    await sending.simulators.faults(1, [RULE]);
    // The successes of this minute would speak for the account.
    await renewAccount(sending.gateway, 'apns');
    await sendTo(customers);
    expect(await readAccount()).toEqual({ paused: 'INVALID_TOKEN', trips: 1 });
    expect(await countRetired(customers)).toBe(0);
  });

  it('Tokens that devices invent after a success do not pause the account', async () => {
    const visitors = Array.from({ length: 12 }, newPerson);
    const devices: unknown[] = [];
    for (const extId of visitors) {
      const { json } = await sending.gateway.call('/sdk/1.0/installations', {
        body: { platform: 'IOS', token: realToken(), extId },
        key: 'mobile',
      });
      devices.push(json);
    }
    expect(await sending.ends(await sendTo(visitors))).toEqual({ SUCCESS: 12 });
    for (const device of devices) {
      const body = { ...(device as object), token: inventToken() };
      expect((await sending.gateway.call('/sdk/1.0/installations', { body, key: 'mobile' })).status).toBe(200);
    }
    await sendTo(visitors);
    expect(await readAccount()).toEqual(WORKS);
  });
});
