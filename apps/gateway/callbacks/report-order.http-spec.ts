import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BounceReport } from '#libs/channels';
import { AccountStateService, ProviderCallbackService, readMessageId } from '#libs/delivery';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService, type SuppressionChannel } from '#libs/users';
import { toJsonObject } from '#platform/collections';
import {
  REPORT_WRITERS,
  WORD_WRITERS,
  type CallbackPlace,
  type ReportingProvider,
  type SignedCallback,
  type ReportedOutcome,
} from '../../../test/support/callbacks/signed-callbacks.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

let sending: Sending;
let people = 0;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

interface Reporter {
  provider: ReportingProvider;
  channel: string;
  platform: string;
  kind: SuppressionChannel | 'push';
  /** A user with an address on the channel. */
  user(person: number): { address: string; fields: object };
}

const number = (person: number): string => `+4915${String(200_000_000 + person)}`;
const byNumber = (person: number) => ({ address: number(person), fields: { msisdn: number(person) } });
const SMS = { channel: 'sms', platform: 'SMS', kind: 'sms', user: byNumber } as const;
const REPORTERS: readonly Reporter[] = [
  { provider: 'twilio', ...SMS },
  { provider: 'vonage', ...SMS },
  { provider: 'infobip', ...SMS },
  { provider: 'http', ...SMS },
  {
    provider: 'http',
    channel: 'smtp',
    platform: 'EMAIL',
    kind: 'email',
    user: (person) => ({ address: `user-${person}@example.com`, fields: { email: `user-${person}@example.com` } }),
  },
  {
    provider: 'whatsapp',
    channel: 'whatsapp',
    platform: 'WHATSAPP',
    kind: 'whatsapp',
    user: (person) => ({ address: number(person), fields: { wpNumber: number(person) } }),
  },
  {
    provider: 'hms',
    channel: 'hms',
    platform: 'HUAWEI',
    kind: 'push',
    user: (person) => ({
      address: `IQAAAACy${String(person).padStart(24, '0')}`,
      fields: { platform: 'HUAWEI', deviceToken: `IQAAAACy${String(person).padStart(24, '0')}` },
    }),
  },
];

/** Sends a message by a provider to somebody new. @returns the message as the provider has it */
async function send({ provider, channel, platform, user }: Reporter) {
  const { gateway, simulators } = sending;
  const account = { ...(provider !== channel && { provider }), simulator: true };
  await gateway.app
    .get(ApplyService)
    .apply({ app: 'shop', prune: true, channels: { [channel]: account } }, { dryRun: false });
  gateway.app.get(AccountStateService).clearCache();
  const person = (people += 1);
  const { address, fields } = user(person);
  await sending.post('registerUsers', [{ extId: `user-${person}`, ...fields, tags: [`tag-${person}`] }]);
  const key = await sending.bulk({
    message: {
      platforms: [platform],
      title: 'News',
      text: 'News',
      ...(channel === 'whatsapp' && { whatsapp: { template: { name: 'hello_world', language: 'en_US' } } }),
    },
    target: { tag: `tag-${person}` },
  });
  await sending.drain();
  const deliveries = await simulators.deliveries('limit=1000');
  const delivery = deliveries.find(({ token }) => token === address);
  if (!delivery) {
    throw new Error(`Nothing came to ${address} by ${provider}`);
  }
  const payload = toJsonObject(delivery.payload);
  const stored = await gateway.app.get(ProviderAccountService).findByKey(gateway.appId, channel);
  const credentials = (stored?.credentials ?? {}) as Record<string, unknown>;
  const id = repeatedId(provider, payload) ?? delivery.messageId;
  const { StatusCallback: named } = payload;
  const path = typeof named === 'string' ? new URL(named).pathname : '/callbacks/accounts/shop';
  return { address, key, id, place: { url: gateway.base + path, credentials } };
}

/** The id that the provider repeats in its reports. */
function repeatedId(provider: ReportingProvider, payload: Record<string, unknown>): string | undefined {
  const { message } = payload;
  const { bi_tag: tag } = toJsonObject(toJsonObject(message)['android']);
  const id = { vonage: payload['client-ref'], whatsapp: payload['biz_opaque_callback_data'], hms: tag }[
    provider as string
  ];
  return typeof id === 'string' ? id : undefined;
}

async function deliver(request: SignedCallback, place: CallbackPlace): Promise<void> {
  const { status } = await fetch(place.url, { method: 'POST', ...request });
  expect([200, 204]).toContain(status);
}

/** Tells if an address gets nothing more: it is suppressed, or its token is out of use. */
async function isOut({ kind }: Reporter, address: string): Promise<boolean> {
  const { app, appId, fresh } = sending.gateway;
  if (kind === 'push') {
    const sql = 'SELECT FROM users.installation i WHERE i.app_id = $1 AND i.token = $2 AND i.retired_at IS NOT NULL';
    return (await fresh.db.rows(sql, [appId, address])).length > 0;
  }
  return (await app.get(SuppressionService).findReasons(appId, kind, [address])).has(address);
}

/** Releases an address, as an operator does, or registers its device again. */
async function release({ kind }: Reporter, address: string): Promise<void> {
  const { app, appId, fresh } = sending.gateway;
  if (kind === 'push') {
    const sql = 'UPDATE users.installation SET retired_at = NULL WHERE app_id = $1 AND token = $2';
    expect(await fresh.db.affected(sql, [appId, address])).toBe(1);
  } else {
    expect(await app.get(SuppressionService).unsuppress(appId, kind, [address])).toBe(1);
  }
}

const receiptsOf = (key: number) =>
  sending.gateway.fresh.db.rows<{ kind: string }>(
    `SELECT p.kind FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
      WHERE d.notification_key = $1 ORDER BY p.kind`,
    [key],
  );

type WriteReport = (place: CallbackPlace, report: ReportedOutcome) => SignedCallback;

const CASES = REPORTERS.flatMap((reporter) =>
  Object.entries<WriteReport>(REPORT_WRITERS[reporter.provider])
    .filter(([state]) => state !== 'delivered')
    .map(([state, write]) => [state, `${reporter.provider} on ${reporter.channel}`, reporter, write] as const),
);

describe('Reports of every provider', () => {
  it.each(CASES)(
    'The report %s of %s counts once in every order, and not again after the address was released',
    async (state, _name, reporter, write) => {
      const delivered: WriteReport = REPORT_WRITERS[reporter.provider].delivered;
      for (const order of [
        [delivered, write],
        [write, delivered],
      ]) {
        const { address, key, id, place } = await send(reporter);
        const report: ReportedOutcome = { to: address, id, state: state as ReportedOutcome['state'] };
        for (const next of [...order, ...order]) {
          await deliver(next(place, report), place);
        }
        expect([state, await isOut(reporter, address)]).toEqual([state, true]);
        await release(reporter, address);
        for (const next of order.toReversed()) {
          await deliver(next(place, report), place);
        }
        expect([state, await isOut(reporter, address)]).toEqual([state, false]);
        expect(await receiptsOf(key)).toHaveLength(2);
      }
    },
  );
});

describe('Late reports of an opt-out', () => {
  it.each([
    ['whatsapp', REPORT_WRITERS.whatsapp['opted-out'], WORD_WRITERS.whatsapp],
    ['infobip', REPORT_WRITERS.infobip['opted-out'], WORD_WRITERS.infobip],
  ] as const)('An opt-out that %s reports late does not undo a later START', async (provider, write, say) => {
    const reporter = REPORTERS.find((candidate) => candidate.provider === provider);
    for (const [minutes, isOptedOut] of [
      [10, false],
      [1, true],
    ] as const) {
      const { address, id, place } = await send(reporter ?? fail());
      const at = (ago: number): Date => new Date(Date.now() - ago * 60_000);
      await deliver(say(place, { from: address, text: 'START', id: 'start', at: at(5) }), place);
      await deliver(write(place, { to: address, id, state: 'opted-out', at: at(minutes) }), place);
      expect([minutes, reporter && (await isOut(reporter, address))]).toEqual([minutes, isOptedOut]);
    }
  });
});

function fail(): never {
  throw new Error('There is no such provider');
}

describe('Reports of mail servers', () => {
  const mailSomebody = async () => {
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', prune: true, channels: { smtp: { simulator: true } } }, { dryRun: false });
    sending.gateway.app.get(AccountStateService).clearCache();
    const email = `mail-${(people += 1)}@example.com`;
    await sending.post('registerUsers', [{ extId: email, email }]);
    await sending.post('sendEmailAndSms', { target: { email }, platforms: ['EMAIL'], title: 'Code', message: '17' });
    await sending.drain();
    const mail = (await sending.simulators.deliveries('provider=smtp&limit=1000')).find(({ token }) => token === email);
    const message = readMessageId(/[\da-f-]{36}/.exec(mail?.messageId ?? '')?.[0] ?? '');
    if (!message) {
      throw new Error('The simulator names no message');
    }
    return { email, message: { ...message, messageId: '' } };
  };
  const suppressed = async (email: string) =>
    (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'email', [email])).get(email);

  it.each<[string, BounceReport]>([
    ['COMPLAINT', { kind: 'complaint', code: 'abuse', text: 'spam', mailFrom: [] }],
    [
      'HARD_BOUNCE',
      { kind: 'bounce', code: '5.1.1', reason: 'INVALID_ADDRESS', isDead: true, addresses: [], text: '550 5.1.1' },
    ],
  ])('A mail report with the reason %s suppresses no address again that was released', async (reason, report) => {
    const { email, message } = await mailSomebody();
    const reports = sending.gateway.app.get(ProviderCallbackService);
    const take = () => reports.handleMailReport(message, report);
    await take();
    expect(await suppressed(email)).toBe(reason);
    await sending.gateway.app.get(SuppressionService).unsuppress(sending.gateway.appId, 'email', [email]);
    await take();
    expect(await suppressed(email)).toBeUndefined();
  });

  it('A complaint about a message whose rows are gone suppresses the address once', async () => {
    const { email, message } = await mailSomebody();
    const reports = sending.gateway.app.get(ProviderCallbackService);
    const { db } = sending.gateway.fresh;
    const complain = () =>
      reports.handleMailReport(message, { kind: 'complaint', code: 'abuse', text: 'spam', mailFrom: [] });
    // Leaves the rows that the retention leaves.
    await db.affected(
      `INSERT INTO delivery.past_send (app_id, dispatch_ids, own_keys, own_count, first_at, last_at, sends)
       VALUES ($1, int8range($2, $2, '[]'), 'empty', 0, now(), now(), '[[0, 1]]')`,
      [sending.gateway.appId, message.dispatchId],
    );
    await db.affected('UPDATE delivery.dispatch SET day = NULL WHERE dispatch_id = $1', [message.dispatchId]);
    await complain();
    expect(await suppressed(email)).toBe('COMPLAINT');
    await sending.gateway.app.get(SuppressionService).unsuppress(sending.gateway.appId, 'email', [email]);
    await complain();
    expect(await suppressed(email)).toBeUndefined();
    await db.affected(`UPDATE delivery.past_report SET reported_at = now() - interval '31 days'`);
    expect(await reports.deleteExpired()).toBe(1);
  });
});
