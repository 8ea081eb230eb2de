import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BounceReport } from '#libs/channels';
import { readMessageId } from '#libs/delivery';
import { ProviderCallbackService } from '#libs/delivery/engagement';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import {
  deliverReport,
  isOut,
  release,
  REPORTERS,
  sendByProvider,
  type Reporter,
  type TakenMessage,
} from '../../../test/support/callbacks/reporters.js';
import {
  REPORT_WRITERS,
  WORD_WRITERS,
  type CallbackPlace,
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

/** Sends a message by a provider to a new user. */
async function send(reporter: Reporter): Promise<TakenMessage> {
  const [message] = await sendByProvider(sending, reporter, 1);
  return message ?? fail();
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
          await deliverReport(next(place, report), place);
        }
        expect([state, await isOut(sending, reporter, address)]).toEqual([state, true]);
        await release(sending, reporter, address);
        for (const next of order.toReversed()) {
          await deliverReport(next(place, report), place);
        }
        expect([state, await isOut(sending, reporter, address)]).toEqual([state, false]);
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
      await deliverReport(say(place, { from: address, text: 'START', id: 'start', at: at(5) }), place);
      await deliverReport(write(place, { to: address, id, state: 'opted-out', at: at(minutes) }), place);
      expect([minutes, reporter && (await isOut(sending, reporter, address))]).toEqual([minutes, isOptedOut]);
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

  it.each([
    ['after', ['full', 'dead']],
    ['before', ['dead', 'full']],
  ] as const)('A mailbox reported dead %s another report with the same code is suppressed once', async (_, order) => {
    const { email, message } = await mailSomebody();
    const reports = sending.gateway.app.get(ProviderCallbackService);
    const bounce = { kind: 'bounce' as const, code: '5.0.0', addresses: [] };
    const bySort: Record<(typeof order)[number], BounceReport> = {
      full: { ...bounce, reason: 'UNREACHABLE', isDead: false, text: '550 try again next week' },
      dead: { ...bounce, reason: 'INVALID_ADDRESS', isDead: true, text: '550 no such user' },
    };
    for (const report of order) {
      await reports.handleMailReport(message, bySort[report]);
    }
    expect(await suppressed(email)).toBe('HARD_BOUNCE');
    await sending.gateway.app.get(SuppressionService).unsuppress(sending.gateway.appId, 'email', [email]);
    for (const report of order) {
      await reports.handleMailReport(message, bySort[report]);
    }
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
    expect(await reports.deleteExpired()).toBeGreaterThan(0);
    expect(await db.rows('SELECT FROM delivery.past_report')).toEqual([]);
  });
});
