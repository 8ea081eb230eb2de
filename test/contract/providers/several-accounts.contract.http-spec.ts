import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { RateLimiterService } from '#libs/channels';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';
import { sampleSize } from '../../support/rooms/sample-size.js';

/** Text messages of one application by two providers: Twilio first, Vonage when Twilio proves that it took nothing. */
const TWILIO_FIRST = { sms: { simulator: true }, 'sms:second': { provider: 'vonage', simulator: true } };

let sending: Sending;
let control: Control;
let people = 0;
beforeAll(async () => {
  control = await startControl();
  sending = await startSending({ SIMULATOR_PORT: String(control.port) });
  control.base = sending.simulators.base;
  await apply(TWILIO_FIRST);
});
afterAll(async () => {
  await sending.close();
  control.close();
});
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
  await sending.gateway.fresh.db.affected('DELETE FROM delivery.retry');
});
afterEach(async () => {
  for (const account of ['sms', 'sms:second']) {
    await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, account);
  }
});

async function apply(channels: object): Promise<void> {
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', prune: true, channels }, { dryRun: false });
  sending.gateway.app.get(AccountStateService).clearCache();
}

/** New people with a number. @returns their tag */
async function register(count: number, prefix = '+49170', tag = `group-${(people += 1)}`): Promise<string> {
  const users = Array.from({ length: count }, () => {
    people += 1;
    return { extId: `p-${people}`, msisdn: `${prefix}${String(people).padStart(7, '0')}` };
  });
  await sending.post('registerUsers', users);
  await sending.post('tagUsers', { tag, extIds: users.map(({ extId }) => extId) });
  return tag;
}

async function send(tag: string, message: object = {}): Promise<number> {
  return sending.bulk({ message: { title: 'Hi', text: 'Hello', platforms: ['SMS'], ...message }, target: { tag } });
}

async function accepted(): Promise<{ sms: number; vonage: number }> {
  const counts = await sending.simulators.counts();
  return { sms: counts['sms']?.accepted ?? 0, vonage: counts['vonage']?.accepted ?? 0 };
}

/** Results of a send by the account that has them. */
async function accountsOf(key: number): Promise<Record<string, number>> {
  const rows = await sending.gateway.fresh.db.rows<{ account: string | null; n: number }>(
    `SELECT a.channel AS account, count(*) AS n
       FROM delivery.dispatch AS d JOIN delivery.push_result AS r USING (dispatch_id)
       LEFT JOIN tenancy.provider_account AS a ON a.id = r.account_id
      WHERE d.app_id = $1 AND d.notification_key = $2 GROUP BY 1`,
    [sending.gateway.appId, key],
  );
  return Object.fromEntries(rows.map(({ account, n }) => [account ?? 'none', n]));
}

async function letRetriesBeDue(): Promise<void> {
  await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
}

const listed = async (): Promise<number> =>
  (await sending.gateway.fresh.db.rows('SELECT FROM delivery.in_doubt')).length;

describe('Proof that a message was not taken', () => {
  it.each([
    ['too many requests', { status: 429 }],
    ['refused credentials', { status: 401, reason: '20003' }],
  ])('After %s, the second account sends the message at once', async (_, answer) => {
    const tag = await register(3);
    await sending.simulators.faults(1, [{ provider: 'sms', share: 1, ...answer }]);
    const key = await send(tag);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    expect(await accountsOf(key)).toEqual({ 'sms:second': 3 });
    expect(await accepted()).toEqual({ sms: 0, vonage: 3 });
  });
});

describe('Pause of an account', () => {
  it('An account that is paused while a batch waits for the rate limit of another one sends nothing of the batch', async () => {
    onTestFinished(() => apply(TWILIO_FIRST));
    const { app, appId, fresh } = sending.gateway;
    await apply({
      sms: { simulator: true, countries: ['TR'] },
      'sms:de': { simulator: true, countries: ['DE'], ratePerSecond: 5 },
    });
    const tag = await register(3, '+90532');
    await register(2, '+49170', tag);
    const key = await send(tag);
    await sending.launchDue();
    const accounts = await app.get(ProviderAccountService).findAccounts(appId, 'sms');
    const [paused, slow] = ['sms', 'sms:de'].map((name) => accounts.find((account) => account.key === name));
    if (!paused || !slow) {
      throw new Error('An account is missing');
    }
    // Others have booked the slow account for minutes.
    const booking = { appId, accountId: slow.accountId, key: '', cost: 1000, perSecond: 5, maxWaitMs: 300_000 };
    await app.get(RateLimiterService).acquire(booking);
    const drained = sending.drain();
    const leased = 'SELECT c.epoch FROM delivery.chunk AS c WHERE c.app_id = $1 AND c.state = 0 AND c.epoch > $2';
    await expect.poll(() => fresh.db.row(leased, [appId, 0]), { timeout: 20_000 }).toBeDefined();
    await app.get(ProviderAccountService).pauseAccount(paused, { code: 'TEST', why: 'A test pauses it' });
    app.get(AccountStateService).clearCache();
    // The worker has let go of the batch, and has prepared it again.
    await expect.poll(() => fresh.db.row(leased, [appId, 1]), { timeout: 20_000 }).toBeDefined();
    await fresh.db.affected('DELETE FROM channels.pace AS p WHERE p.account_id = $1', [slow.accountId]);
    await drained;
    expect(await accepted()).toEqual({ sms: 2, vonage: 0 });
    expect(await accountsOf(key)).toEqual({ 'sms:de': 2 });
  });
});

describe('Missing proof that a message was not taken', () => {
  it.each([
    ['a server error', { status: 500 }],
    ['a server error of no time', { status: 503 }],
  ])('After %s, the message waits for its own account', async (_, answer) => {
    const tag = await register(2);
    const before = await listed();
    await sending.simulators.faults(1, [{ provider: 'sms', share: 1, ...answer }]);
    const key = await send(tag);
    await sending.drain();
    await letRetriesBeDue();
    await sending.drain();
    expect(await accepted()).toEqual({ sms: 0, vonage: 0 });
    await sending.simulators.faults(1, []);
    await letRetriesBeDue();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2 });
    expect(await accountsOf(key)).toEqual({ sms: 2 });
    expect([await accepted(), await listed()]).toEqual([{ sms: 2, vonage: 0 }, before]);
  });

  it.each([
    ['a reset before it is taken', { fault: 'reset', when: 'before' }],
    ['a reset after it is taken', { fault: 'reset', when: 'after' }],
  ])('After %s, the provider is asked, and no other account sends the message', async (_, fault) => {
    const tag = await register(1);
    await sending.simulators.faults(1, [{ provider: 'sms', share: 1, times: 1, ...fault }]);
    const key = await send(tag);
    await sending.drain();
    await letRetriesBeDue();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
    expect(await accepted()).toEqual({ sms: 1, vonage: 0 });
  });

  it('A reset of a provider that cannot be asked ends in doubt, and is listed', async () => {
    await apply({ sms: { provider: 'vonage', simulator: true }, 'sms:second': { simulator: true } });
    const tag = await register(2);
    const before = await listed();
    await sending.simulators.faults(1, [{ provider: 'vonage', share: 1, fault: 'reset', when: 'after' }]);
    const key = await send(tag);
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 2 });
    expect((await listed()) - before).toBe(2);
    expect(await accepted()).toEqual({ sms: 0, vonage: 2 });
    await apply(TWILIO_FIRST);
  });
});

describe('Account with an open circuit breaker', () => {
  it('New messages go to the next account, and messages that the first account may have do not', async () => {
    const first = await register(12);
    await sending.simulators.faults(1, [{ provider: 'sms', share: 1, status: 500 }]);
    const waiting = await send(first);
    await sending.drain();
    const statuses = await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId);
    expect(statuses.find(({ key }) => key === 'sms')?.breaker).toMatchObject({ trips: 1 });
    const fresh = await send(await register(3));
    await letRetriesBeDue();
    await sending.drain();
    expect(await sending.ends(fresh)).toEqual({ SUCCESS: 3 });
    expect(await accountsOf(fresh)).toEqual({ 'sms:second': 3 });
    expect(await sending.ends(waiting)).toEqual({});
    expect(await accepted()).toEqual({ sms: 0, vonage: 3 });
  });
});

describe('Messages of a dead worker', () => {
  it('Messages of a dead worker are checked only at the account by which they left', async () => {
    const { db } = sending.gateway.fresh;
    const tag = await register(2);
    const key = await send(tag);
    await sending.launchDue();
    const second = await db.row<{ id: number }>(
      `SELECT id FROM tenancy.provider_account WHERE app_id = $1 AND channel = 'sms:second'`,
      [sending.gateway.appId],
    );
    // The worker had stored them for Vonage, and died. Vonage cannot be asked.
    const chunk = await db.row<{ ids: Buffer }>(`SELECT c.ids FROM delivery.chunk AS c WHERE c.state = 0`);
    const { decodeIds } = await import('#libs/delivery');
    const pairs = Buffer.concat(
      decodeIds(chunk?.ids ?? Buffer.alloc(0)).map((id) => {
        const pair = Buffer.alloc(8);
        pair.writeUInt32LE(id, 0);
        pair.writeUInt32LE(second?.id ?? 0, 4);
        return pair;
      }),
    );
    await db.affected(
      `UPDATE delivery.chunk SET intent = ids, intent_at = now(), accounts = $1,
              lease_until = now() - interval '1 second' WHERE state = 0`,
      [pairs],
    );
    await sending.drain();
    await letRetriesBeDue();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 2 });
    expect(await accountsOf(key)).toEqual({ 'sms:second': 2 });
    expect(await accepted()).toEqual({ sms: 0, vonage: 0 });
  });
});

describe('Rules for the choice of an account', () => {
  it('Rules choose the account by country, by sender and by share', async () => {
    await apply({
      sms: { simulator: true, senders: ['SHOP'] },
      'sms:tr': { provider: 'vonage', simulator: true, countries: ['TR'], senders: ['SHOP', 'BANK'] },
    });
    const turkish = await send(await register(4, '+90532'));
    const german = await send(await register(4));
    await sending.drain();
    expect(await accountsOf(turkish)).toEqual({ 'sms:tr': 4 });
    expect(await accountsOf(german)).toEqual({ sms: 4 });
    expect(await sending.gateway.call('/rest/3.0/sendBulkNotification', { body: nobody('NOBODY') })).toMatchObject({
      status: 400,
    });
    await apply({ sms: { simulator: true }, 'sms:half': { provider: 'vonage', simulator: true, share: 50 } });
    const shared = await send(await register(40));
    await sending.drain();
    const { sms = 0, 'sms:half': half = 0 } = await accountsOf(shared);
    expect([sms + half, sms > 5, half > 5]).toEqual([40, true, true]);
    await apply(TWILIO_FIRST);
  });

  const nobody = (smsHeader: string) => ({
    message: { title: 'Hi', text: 'Hello', platforms: ['SMS'], smsHeader },
    target: { tag: 'nobody' },
  });

  it('A message without an account for its country fails with CONFIGURATION', async () => {
    await apply({ sms: { simulator: true, countries: ['TR'] }, 'sms:de': { simulator: true, countries: ['DE'] } });
    const key = await send(await register(1, '+1202'));
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ 'FAILED CONFIGURATION': 1 });
    await apply(TWILIO_FIRST);
  });
});

describe('Account without a connection', () => {
  let closing: Server;
  beforeAll(async () => {
    // It ends each connection before the end of the TLS handshake, so no request is ever written.
    closing = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(closing, 'listening');
  });
  afterAll(() => closing.close());
  afterEach(async () => {
    control.smsPort = undefined;
    await apply(TWILIO_FIRST);
  });

  it.each([
    ['that is refused', () => 1],
    ['that ends before anything was written', () => (closing.address() as AddressInfo).port],
  ])('After a connection %s, the second account sends the message at once', async (_, port) => {
    control.smsPort = port();
    await apply({ ...TWILIO_FIRST, sms: { simulator: true, order: 50 + (people % 2) } });
    const before = await listed();
    const key = await send(await register(3));
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 3 });
    expect(await accountsOf(key)).toEqual({ 'sms:second': 3 });
    expect(await listed()).toBe(before);
  });
});

describe('Random errors of both providers', () => {
  beforeAll(() =>
    apply({ sms: { simulator: true, share: 50 }, 'sms:second': { provider: 'vonage', simulator: true, share: 50 } }),
  );
  afterAll(() => apply(TWILIO_FIRST));

  const FAULTS = [
    { share: 0.15, status: 429 },
    { share: 0.1, status: 500 },
    { share: 0.1, fault: 'reset', when: 'before' },
    { share: 0.1, fault: 'reset', when: 'after' },
  ];

  it.each(Array.from({ length: sampleSize(1) }, (_, index) => index + 1))(
    'With the seed %i only listed recipients may have a message twice, and no recipient is lost',
    async (seed) => {
      const rules = ['sms', 'vonage'].flatMap((provider) => FAULTS.map((fault) => ({ provider, ...fault })));
      await sending.simulators.faults(seed, [...rules, { provider: 'sms', share: 0.02, status: 401, times: 1 }]);
      const people = 60;
      const tag = await register(people);
      const key = await send(tag);
      for (let turn = 0; turn < 6; turn++) {
        await passTime();
      }
      await sending.simulators.faults(1, []);
      for (let turn = 0; turn < 4; turn++) {
        await passTime();
      }
      const ends = await sending.ends(key);
      expect(Object.values(ends).reduce((sum, n) => sum + n, 0)).toBe(people);
      const copies = await copiesByNumber();
      const rows = await sending.gateway.fresh.db.rows<{ number: string; isListed: boolean; status: number }>(
        `WITH r AS MATERIALIZED (
           SELECT r.uid, r.status, r.dispatch_id, r.recipient_id
             FROM delivery.dispatch AS d JOIN delivery.push_result AS r USING (dispatch_id)
            WHERE d.app_id = $1 AND d.notification_key = $2),
         u AS MATERIALIZED (SELECT u.uid, u.msisdn FROM users.app_user AS u WHERE u.app_id = $1)
         SELECT u.msisdn AS number, r.status,
                EXISTS (SELECT FROM delivery.in_doubt AS i
                         WHERE i.dispatch_id = r.dispatch_id AND i.recipient_id = r.recipient_id) AS "isListed"
           FROM r JOIN u USING (uid)`,
        [sending.gateway.appId, key],
      );
      for (const { number, isListed, status } of rows) {
        const count = copies.get(number) ?? 0;
        expect(status === 1 ? count > 0 : isListed, `${number} has an end that is true`).toBe(true);
        expect(count <= 1 || isListed, `${number} has ${count} copies`).toBe(true);
      }
    },
  );

  /** Makes everything due that waits. */
  async function passTime(): Promise<void> {
    const { db } = sending.gateway.fresh;
    sending.gateway.app.get(AccountStateService).clearCache();
    await db.affected(`UPDATE delivery.account_rest SET rest_until = now() - interval '1 second', probe_until = NULL`);
    await letRetriesBeDue();
    await sending.drain();
  }

  async function copiesByNumber(): Promise<Map<string, number>> {
    const copies = new Map<string, number>();
    for (const provider of ['sms', 'vonage']) {
      for await (const { token } of sending.simulators.everyDelivery(provider)) {
        const number = token.startsWith('+') ? token : `+${token}`;
        copies.set(number, (copies.get(number) ?? 0) + 1);
      }
    }
    return copies;
  }
});

interface Control {
  port: number;
  base: string;
  /** In place of the simulator of Twilio. */
  smsPort: number | undefined;
  close(): void;
}

/** The control port of the simulators, which may name another address of Twilio. */
async function startControl(): Promise<Control> {
  const server = createHttpServer((_, response) => {
    void fetch(`${state.base}/endpoints`)
      .then((answer) => answer.json() as Promise<Record<string, object>>)
      .then((endpoints) => {
        const sms = { ...endpoints['sms'], ...(state.smsPort !== undefined && { port: state.smsPort }) };
        response.end(JSON.stringify({ ...endpoints, sms }));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: Control = { port, base: '', smsPort: undefined, close: () => server.close() };
  return state;
}
