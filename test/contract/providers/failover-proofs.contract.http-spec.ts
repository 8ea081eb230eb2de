import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { startSending, type Sending } from '../../support/contract/sending.js';

/** Proofs by an answer, a lost connection and silence, for accounts that cannot be asked afterwards. */
const CHANNELS = {
  smtp: { simulator: true },
  'smtp:second': { provider: 'ses', simulator: true },
  sms: { provider: 'http', simulator: true, answers: [{ status: 503, means: 'slow-down', untaken: true }] },
  'sms:second': { provider: 'vonage', simulator: true },
};
type Platform = 'EMAIL' | 'SMS';

let sending: Sending;
let people = 0;
beforeAll(async () => {
  sending = await startSending();
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: CHANNELS }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
  for (const account of Object.keys(CHANNELS)) {
    await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, account);
  }
  sending.gateway.app.get(AccountStateService).clearCache();
});

/** Sends to someone new, under a fault of the first account. @returns the results by account and end */
async function sendUnder(platform: Platform, rule: object): Promise<Record<string, number>> {
  const tag = `group-${(people += 1)}`;
  const address = platform === 'EMAIL' ? { email: `${tag}@example.org` } : { msisdn: `+4917012345${100 + people}` };
  await sending.post('registerUsers', [{ extId: tag, ...address }]);
  await sending.post('tagUsers', { tag, extIds: [tag] });
  const provider = platform === 'EMAIL' ? 'smtp' : 'http';
  await sending.simulators.faults(1, [{ provider, share: 1, ...rule }]);
  const message = { title: 'Hi', text: 'Hello', platforms: [platform], email: { subject: 'Hi', body: '<p>Hi</p>' } };
  const key = await sending.bulk({ message, target: { tag } });
  await sending.drain();
  const listed = (await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}`, { method: 'GET' }))
    .json as {
    list: { account?: string }[];
  };
  const rows = await sending.gateway.fresh.db.rows<{ account: string; status: number; reason: string | null }>(
    `SELECT a.channel AS account, r.status, r.reason
       FROM delivery.dispatch AS d JOIN delivery.push_result AS r USING (dispatch_id)
       JOIN tenancy.provider_account AS a ON a.id = r.account_id
      WHERE d.app_id = $1 AND d.notification_key = $2`,
    [sending.gateway.appId, key],
  );
  expect(listed.list.map(({ account }) => account)).toEqual(rows.map(({ account }) => account));
  return Object.fromEntries(rows.map(({ account, status, reason }) => [`${account} ${reason ?? ''}`.trim(), status]));
}

async function accepted(...providers: string[]): Promise<number[]> {
  const counts = await sending.simulators.counts();
  return providers.map((provider) => counts[provider]?.accepted ?? 0);
}

const waiting = async (): Promise<number> =>
  (await sending.gateway.fresh.db.rows('SELECT FROM delivery.retry WHERE account_id IS NOT NULL')).length;

describe('Refusal of a mail relay (RFC 5321, sections 4.2.1 and 4.2.5)', () => {
  it.each([
    ['450 to RCPT TO', { status: 450, reason: '4.7.1 Greylisted' }],
    ['421 to RCPT TO', { status: 421, reason: '4.3.2 Closing' }],
    ['451 after the text', { status: 451, reason: '4.3.0 Local error', stage: 'data' }],
    ['530 without a log-in', { status: 530, reason: '5.7.0 Log in first' }],
  ])('A %s proves that the mail was not taken, and the second account sends it at once', async (_, rule) => {
    expect(await sendUnder('EMAIL', rule)).toEqual({ 'smtp:second': 1 });
    expect(await accepted('smtp', 'ses')).toEqual([0, 1]);
  });

  it.each([
    ['before the relay has taken it', { fault: 'reset', when: 'before' }, 0],
    ['after the relay has taken it', { fault: 'reset', when: 'after' }, 1],
  ])('A connection lost after the text, %s, proves nothing, and the mail is in doubt', async (_, rule, copies) => {
    expect(await sendUnder('EMAIL', rule)).toEqual({ 'smtp IN_DOUBT': 2 });
    expect(await accepted('smtp', 'ses')).toEqual([copies, 0]);
  });
});

describe('Service of the operator', () => {
  it('A 503 that the application file calls `untaken` proves that the message was not taken', async () => {
    expect(await sendUnder('SMS', { status: 503 })).toEqual({ 'sms:second': 1 });
    expect(await accepted('http', 'vonage')).toEqual([0, 1]);
  });

  it.each([
    ['another 5xx', { status: 500 }],
    ['a redirect', { status: 303 }],
  ])('An operator service that answers with %s proves nothing, and the message waits for it', async (_, rule) => {
    const before = await waiting();
    expect(await sendUnder('SMS', rule)).toEqual({});
    expect(await accepted('http', 'vonage')).toEqual([0, 0]);
    expect((await waiting()) - before).toBe(1);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])(
    'A message to a service that is silent %s taking it is in doubt, and no other account has it',
    async (when, copies) => {
      expect(await sendUnder('SMS', { fault: 'hang', when })).toEqual({ 'sms IN_DOUBT': 2 });
      expect(await accepted('http', 'vonage')).toEqual([copies, 0]);
    },
    60_000,
  );
});
