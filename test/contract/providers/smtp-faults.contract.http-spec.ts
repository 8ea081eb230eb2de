import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ProviderAccountService } from '#libs/tenancy';
import { renewAccount } from '../../support/processes/renewed-account.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

let sending: Sending;
let users = 0;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

interface Outcome {
  /** The result row: status as clients see it, the relay's code and our reason. Absent: none yet. */
  result?: ['SUCCESS' | 'FAILED', string | null, string | null];
  /** The recipient is tried again later. */
  isRetried?: boolean;
  /** The recipient is listed as in doubt. */
  isInDoubt?: boolean;
  /** Why the account rests. */
  pause?: string;
  /** The reason on the list of addresses that nothing is sent to. */
  suppressed?: string;
}

/** The code of the system, or nodemailer's, of a connection that ended. */
const CUT = expect.stringMatching(/^(ECONNRESET|ECONNECTION|ESOCKET)$/) as string;

/** One line per fault: how the relay behaves, and what comes of it. */
const FAULTS: [name: string, rule: object, outcome: Outcome][] = [
  // First: later ones find a connection that is logged in.
  ['535 at the log-in', { status: 535, stage: 'auth', token: '*' }, { isRetried: true, pause: 'AUTH' }],
  ['250: taken', { latencyMs: 1 }, { result: ['SUCCESS', null, null] }],
  ['421 closing', { status: 421, reason: '4.3.2 Closing' }, { isRetried: true }],
  ['450 greylisted', { status: 450, reason: '4.7.1 Greylisted' }, { isRetried: true }],
  ['451 local error', { status: 451, reason: '4.3.0 Try later' }, { isRetried: true }],
  ['452 too many messages', { status: 452, reason: '4.5.3 Slow down' }, { isRetried: true }],
  [
    '452 4.2.2 mailbox full',
    { status: 452, reason: '4.2.2 Full' },
    { result: ['FAILED', '452 4.2.2', 'MAILBOX_FULL'] },
  ],
  [
    '550 5.1.1 unknown user',
    { status: 550, reason: '5.1.1 No such user' },
    { result: ['FAILED', '550 5.1.1', 'INVALID_ADDRESS'], suppressed: 'HARD_BOUNCE' },
  ],
  [
    '550 5.1.10 no mail exchanger',
    { status: 550, reason: '5.1.10 Null MX' },
    { result: ['FAILED', '550 5.1.10', 'INVALID_ADDRESS'], suppressed: 'HARD_BOUNCE' },
  ],
  [
    '550 without an enhanced code',
    { status: 550, reason: 'No' },
    { result: ['FAILED', '550', 'INVALID_ADDRESS'], suppressed: 'HARD_BOUNCE' },
  ],
  [
    '552 5.2.2 mailbox full',
    { status: 552, reason: '5.2.2 Full' },
    { result: ['FAILED', '552 5.2.2', 'MAILBOX_FULL'] },
  ],
  [
    '550 5.2.1 mailbox disabled',
    { status: 550, reason: '5.2.1 Disabled' },
    { result: ['FAILED', '550 5.2.1', 'UNREACHABLE'] },
  ],
  ['550 5.7.1 policy', { status: 550, reason: '5.7.1 Spam' }, { result: ['FAILED', '550 5.7.1', 'REFUSED'] }],
  [
    '550 5.7.26 not authenticated',
    { status: 550, reason: '5.7.26 Sign', stage: 'data' },
    { result: ['FAILED', '550 5.7.26', 'REFUSED'] },
  ],
  [
    '552 5.3.4 too large',
    { status: 552, reason: '5.3.4 Large', stage: 'data' },
    { result: ['FAILED', '552 5.3.4', 'INVALID_PAYLOAD'] },
  ],
  [
    '554 without an enhanced code',
    { status: 554, reason: 'No', stage: 'data' },
    { result: ['FAILED', '554', 'INVALID_PAYLOAD'] },
  ],
  ['cut before an answer', { fault: 'reset' }, { result: ['FAILED', CUT, 'IN_DOUBT'], isInDoubt: true }],
  ['cut behind the text', { fault: 'reset', when: 'after' }, { result: ['FAILED', CUT, 'IN_DOUBT'], isInDoubt: true }],
];

describe('Answers of a mail relay', () => {
  it.each(FAULTS)(
    'The relay behaviour "%s" leads to the expected state of recipient and account',
    async (_, rule, expected) => {
      const email = `user@example${(users += 1)}.com`;
      await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, token: email, ...rule }]);
      const { notificationKey } = await sending.post<{ notificationKey: number }>('sendEmailAndSms', {
        target: { email },
        platforms: ['EMAIL'],
        title: 'Hello',
        message: '<p>Hello</p>',
      });
      await sending.drain();
      await sending.simulators.faults(1, []);
      expect(await outcomeOf(notificationKey, email)).toEqual(expected);
      await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, 'smtp');
    },
  );

  it('A relay that refuses most messages of a minute by policy pauses the account, and no recipient is lost', async () => {
    const { appId, app } = sending.gateway;
    await renewAccount(sending.gateway, 'smtp');
    const extIds = Array.from({ length: 12 }, (_, i) => `crowd-${i}`);
    await sending.post(
      'registerUsers',
      extIds.map((extId) => ({ extId, email: `${extId}@crowd.example` })),
    );
    await sending.post('tagUsers', { tag: 'crowd', extIds });
    await sending.simulators.faults(1, [{ provider: 'smtp', share: 1, status: 550, reason: '5.7.1 Blocked' }]);
    const key = await sending.bulk({
      message: { title: 'Hello', text: '<p>Hello</p>', platforms: ['EMAIL'] },
      target: { tag: 'crowd' },
    });
    await sending.drain();
    await sending.simulators.faults(1, []);
    const accounts = app.get(ProviderAccountService);
    expect((await accounts.listAccounts(appId)).find(({ channel }) => channel === 'smtp')?.paused).toMatchObject({
      code: '550 5.7.1',
      why: 'REFUSED',
    });
    expect(await sending.ends(key)).toEqual({});
    await accounts.resumeAccount(appId, 'smtp');
  });
});

async function outcomeOf(key: number, email: string): Promise<Outcome> {
  const { appId, fresh } = sending.gateway;
  const select = `FROM delivery.dispatch AS d JOIN delivery.`;
  const where = `USING (dispatch_id) WHERE d.app_id = $1 AND d.notification_key = $2`;
  const result = await fresh.db.row<{ status: number; code: string | null; reason: string | null }>(
    `SELECT r.status, r.error_code AS code, r.reason ${select}push_result AS r ${where}`,
    [appId, key],
  );
  const retry = await fresh.db.row(`SELECT r.recipient_id ${select}retry AS r ${where}`, [appId, key]);
  const doubt = await fresh.db.row(`SELECT r.recipient_id ${select}in_doubt AS r ${where}`, [appId, key]);
  const account = (await sending.gateway.app.get(ProviderAccountService).listAccounts(appId)).find(
    (entry) => entry.channel === 'smtp',
  );
  const suppressed = await fresh.db.row<{ reason: string }>(
    'SELECT s.reason FROM users.suppression AS s WHERE s.app_id = $1 AND s.address = $2',
    [appId, email],
  );
  return {
    ...(result && { result: [result.status === 1 ? 'SUCCESS' : 'FAILED', result.code, result.reason] }),
    ...(retry && { isRetried: true }),
    ...(doubt && { isInDoubt: true }),
    ...(account?.paused && { pause: account.paused.why }),
    ...(suppressed && { suppressed: suppressed.reason }),
  };
}
