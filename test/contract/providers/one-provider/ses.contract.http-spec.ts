import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { startSending, type Sending } from '../../../support/contract/sending.js';

/** E-mails of one application by SES, whose events come back through SNS. */
let sending: Sending;
let people = 0;
beforeAll(async () => {
  sending = await startSending();
  const channels = { smtp: { provider: 'ses', simulator: true } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  sending.gateway.app.get(AccountStateService).clearCache();
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, []);
});

async function register(names: readonly string[]): Promise<string> {
  const tag = `group-${(people += 1)}`;
  const users = names.map((name) => ({ extId: `${tag}-${name}`, email: `${name}-${tag}@example.org` }));
  await sending.post('registerUsers', users);
  await sending.post('tagUsers', { tag, extIds: users.map(({ extId }) => extId) });
  return tag;
}

async function send(tag: string): Promise<number> {
  const message = { title: 'Hi', text: 'Hello', platforms: ['EMAIL'], email: { subject: 'Hi', body: '<p>Hello</p>' } };
  const key = await sending.bulk({ message, target: { tag } });
  await sending.drain();
  return key;
}

/** Subscribes as an operator does in the console of SNS; resolves when Herald has confirmed it. */
async function subscribe(topicArn: string): Promise<void> {
  const url = `${sending.gateway.base}/callbacks/accounts/shop`;
  expect(await sending.simulators.act('/sns-subscription', { topicArn, url })).toEqual({ confirmed: true });
}

async function topicOfAccount(): Promise<string> {
  const account = await sending.gateway.app.get(ProviderAccountService).findByKey(sending.gateway.appId, 'smtp');
  return String(account && 'topicArn' in account.credentials && account.credentials.topicArn);
}

const callbacks = (key: number): Promise<{ kind: string; code: string; email: string }[]> =>
  sending.gateway.fresh.db.rows(
    `WITH sent AS MATERIALIZED (
       SELECT d.dispatch_id FROM delivery.dispatch AS d WHERE d.app_id = $1 AND d.notification_key = $2)
     SELECT c.kind, c.code, u.email FROM sent JOIN delivery.provider_receipt AS c USING (dispatch_id)
       JOIN users.app_user AS u ON u.vb = c.vb AND u.app_id = c.app_id AND u.uid = c.recipient_id
      WHERE c.app_id = $1 ORDER BY u.email`,
    [sending.gateway.appId, key],
  );

describe('Campaign by Amazon SES', () => {
  it('A campaign by SES sends each e-mail once, and an e-mail that SES refuses has a reason', async () => {
    const tag = await register(['ada', 'bob', 'cy']);
    await sending.simulators.faults(1, [
      { provider: 'ses', token: 'bob-*', share: 1, status: 400, reason: 'MessageRejected' },
    ]);
    const key = await send(tag);
    expect(await sending.ends(key)).toEqual({ SUCCESS: 2, 'FAILED REFUSED': 1 });
    expect((await sending.simulators.counts())['ses']).toMatchObject({ accepted: 2, distinct: 2 });
  });

  it('A message to SES without an answer is listed as in doubt and not sent again', async () => {
    const tag = await register(['ada']);
    await sending.simulators.faults(1, [{ provider: 'ses', share: 1, fault: 'reset', when: 'after' }]);
    const key = await send(tag);
    expect(await sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 1 });
    expect((await sending.simulators.counts())['ses']).toMatchObject({ accepted: 1 });
  });

  it('Bounces and complaints of the SES topic are accepted, and their addresses get no more e-mails', async () => {
    await subscribe(await topicOfAccount());
    const tag = await register(['dead', 'full', 'angry', 'fine']);
    await sending.simulators.faults(1, [
      { provider: 'ses', token: 'dead-*', share: 1, status: 400, reason: 'Permanent.General', stage: 'report' },
      { provider: 'ses', token: 'full-*', share: 1, status: 400, reason: 'Transient.MailboxFull', stage: 'report' },
      { provider: 'ses', token: 'angry-*', share: 1, status: 400, reason: 'complaint', stage: 'report' },
    ]);
    const key = await send(tag);
    await expect
      .poll(async () => (await callbacks(key)).map(({ kind, code }) => `${kind} ${code}`), { timeout: 10_000 })
      .toEqual(['complaint abuse', 'undelivered 5.1.1', 'delivered ', 'undelivered 4.2.2']);
    const again = await send(tag);
    expect(await sending.ends(again)).toEqual({ SUCCESS: 2, 'SKIPPED SUPPRESSED': 2 });
  });

  it('An SES notification without a valid signature is refused', async () => {
    const before = await topicOfAccount();
    const body = JSON.stringify({
      Type: 'Notification',
      MessageId: 'a',
      TopicArn: before,
      Message: '{"eventType":"Bounce"}',
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      Signature: 'AAAA',
      SigningCertURL: 'https://169.254.169.254/SimpleNotificationService-0123456789abcdef.pem',
    });
    const answer = await fetch(`${sending.gateway.base}/callbacks/accounts/shop`, { method: 'POST', body });
    expect(answer.status).toBe(403);
  });
});
