import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { PROVIDER_FAULTS, type ProviderFault } from '../../support/processes/provider-faults.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

type Provider = ProviderFault['provider'];
type Outcome = Pick<ProviderFault, 'result' | 'gone' | 'isInDoubt' | 'pause'> & { isRetried?: true };

const PLATFORM = { apns: 'IOS', fcm: 'ANDROID', webpush: 'CHROME', sms: 'SMS', hms: 'HUAWEI' } as const;

let sending: Sending;
let subscriptions: object[];
let people = 0;
beforeAll(async () => {
  sending = await startSending();
  const channels = { hms: { simulator: true } };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  subscriptions = await sending.simulators.subscriptions(PROVIDER_FAULTS.length);
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  // On a slow machine a retry of an earlier fault would come due here and meet this one.
  await sending.gateway.fresh.db.affected('DELETE FROM delivery.retry');
});

/** A new person that a provider reaches. @returns the address */
async function register(provider: Provider, extId: string): Promise<string> {
  if (provider === 'sms') {
    const msisdn = `+49170${String(people).padStart(7, '0')}`;
    await sending.post('registerUsers', [{ extId, msisdn }]);
    return msisdn;
  }
  const deviceToken = {
    apns: randomBytes(32).toString('hex'),
    fcm: `token-${people}:APA91b${'x'.repeat(120)}`,
    webpush: JSON.stringify(subscriptions[people % subscriptions.length]),
    hms: `IQAAAACy${people}`,
  }[provider];
  await sending.post('registerUsers', [{ extId, platform: PLATFORM[provider], deviceToken }]);
  return deviceToken;
}

describe('State of recipient, token and account after a provider error', () => {
  it.each(PROVIDER_FAULTS.map((fault) => [fault.provider, fault.name, fault] as const))(
    'A recipient of %s, its token and its account have the expected state after %s',
    async (provider, _, { rule, result, gone, isInDoubt, pause }) => {
      const extId = `user-${(people += 1)}`;
      const address = await register(provider, extId);
      await sending.post('tagUsers', { tag: extId, extIds: [extId] });
      await sending.simulators.faults(1, [{ provider, share: 1, ...rule }]);
      const key = await sending.bulk({
        message: {
          title: 'Hello',
          text: 'Hello',
          iconUrl: 'https://example.com/i.png',
          platforms: [PLATFORM[provider]],
        },
        target: { tag: extId },
      });
      await sending.drain();
      await sending.simulators.faults(1, []);
      const expected: Outcome = {
        ...(result && { result }),
        ...(gone !== undefined && { gone }),
        ...(isInDoubt && { isInDoubt }),
        ...(pause !== undefined && { pause }),
        ...(result === undefined && { isRetried: true }),
      };
      expect(await outcomeOf(provider, key, address)).toEqual(expected);
      await sending.gateway.app.get(AccountStateService).resume(sending.gateway.appId, provider);
    },
  );
});

async function outcomeOf(provider: Provider, key: number, address: string): Promise<Outcome> {
  const { appId, app, fresh } = sending.gateway;
  const select = (table: string) =>
    `FROM delivery.dispatch AS d JOIN delivery.${table} AS r USING (dispatch_id)
      WHERE d.app_id = $1 AND d.notification_key = $2`;
  const result = await fresh.db.row<{ status: number; code: string; reason: string }>(
    `SELECT r.status, r.error_code AS code, r.reason ${select('push_result')}`,
    [appId, key],
  );
  const retry = await fresh.db.row(`SELECT r.recipient_id ${select('retry')}`, [appId, key]);
  const doubt = await fresh.db.row(`SELECT r.recipient_id ${select('in_doubt')}`, [appId, key]);
  const account = (await app.get(ProviderAccountService).listAccounts(appId)).find(
    ({ channel }) => channel === provider,
  );
  const gone = await fresh.db.row<{ reason: string }>(
    provider === 'sms'
      ? 'SELECT s.reason FROM users.suppression AS s WHERE s.app_id = $1 AND s.address = $2'
      : `SELECT i.retired_reason AS reason FROM users.installation AS i
          WHERE i.app_id = $1 AND i.token = $2 AND i.retired_at IS NOT NULL`,
    [appId, address],
  );
  return {
    ...(result && { result: result.status === 1 ? ['SUCCESS'] : ['FAILED', result.code, result.reason] }),
    ...(gone && { gone: gone.reason }),
    ...(doubt && { isInDoubt: true }),
    ...(account?.paused && { pause: account.paused.why }),
    ...(retry && { isRetried: true }),
  };
}
