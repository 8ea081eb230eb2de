import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplyService } from '#libs/tenancy';
import { foreignCredentials, ownCredentials } from '../../support/contract/own-credentials.js';
import { reachableUsers } from '../../support/rooms/reachable-users.js';
import { startSending, type Sending } from '../../support/contract/sending.js';

const CHANNELS = ['apns', 'fcm', 'webpush', 'smtp', 'sms'] as const;
type Channel = (typeof CHANNELS)[number];

interface Step {
  name: string;
  works: boolean;
  words: string;
  fault?: { code: string; why: string; kind: string; advice: string };
}
interface TestResult {
  channel: string;
  works: boolean;
  simulator: boolean;
  paused: boolean;
  steps: Step[];
}

let sending: Sending;
let own: Awaited<ReturnType<typeof ownCredentials>>;
let silent: Server;

beforeAll(async () => {
  sending = await startSending({ RELAY_NETWORKS: '127.0.0.1' });
  own = await ownCredentials(sending.gateway);
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  silent.close();
  await sending.close();
});
afterEach(async () => {
  await sending.simulators.credentials({});
  await sending.simulators.endTokens();
});

const call = (body: object, key = 'rest') => sending.gateway.call('/rest/3.0/app/accounts/test', { body, key });

async function testAccount(channel: Channel, to?: string): Promise<TestResult> {
  const answer = await call({ channel, ...(to !== undefined && { to }) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as TestResult;
}

/** The first fault, without its advice. */
async function faultOf(channel: Channel, to?: string) {
  const { steps, works } = await testAccount(channel, to);
  expect(works).toBe(false);
  const step = steps.find(({ fault }) => fault !== undefined);
  expect(step?.fault?.advice).toMatch(/^[A-Z].*\.$/);
  return { kind: step?.fault?.kind, code: step?.fault?.code, words: step?.words };
}

/** An e-mail account with its own relay. */
async function useRelay(relay: object): Promise<void> {
  const smtp = { from: 'shop@example.com', user: 'shop', password: 'se-cret-9', ...relay };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { smtp } }, { dryRun: false });
}

describe('app/accounts/test', () => {
  it.each(CHANNELS)(
    'app/accounts/test reports that good credentials of %s work, and sends nothing',
    async (channel) => {
      await sending.simulators.clear();
      await sending.simulators.credentials({ [channel]: own[channel] });
      expect(await testAccount(channel)).toMatchObject({ channel, works: true, simulator: true, paused: false });
      expect((await sending.simulators.counts())[channel]?.accepted).toBe(0);
    },
  );

  it.each<[Channel, string]>([
    ['apns', 'ab'.repeat(32)],
    ['fcm', 'f1:APA91b-test'],
    ['smtp', 'ann@example.com'],
    ['sms', '+905551234567'],
  ])('app/accounts/test sends a real message of %s to an address', async (channel, to) => {
    await sending.simulators.clear();
    expect(await testAccount(channel, to)).toMatchObject({ works: true });
    expect(await sending.simulators.deliveries(`provider=${channel}`)).toMatchObject([{ token: to }]);
  });

  it('app/accounts/test sends a real web push to a subscription, or to its endpoint alone', async () => {
    const [whole, bare] = await sending.simulators.subscriptions(2);
    await sending.simulators.clear();
    expect(await testAccount('webpush', JSON.stringify(whole))).toMatchObject({ works: true });
    expect((await sending.simulators.counts())['webpush']?.accepted).toBe(1);
    // The simulator opens what it gets, so it refuses keys that no one has; a real service cannot.
    expect((await faultOf('webpush', bare?.endpoint)).words).toContain('the payload cannot be opened');
  });

  it.each<[Channel, object]>([
    ['apns', { kind: 'credentials', code: 'InvalidProviderToken', words: '403 InvalidProviderToken' }],
    ['fcm', { kind: 'credentials', code: 'OAUTH_400', words: 'invalid_grant: Invalid grant: account not found' }],
    ['smtp', { kind: 'credentials', code: '535 5.7.8', words: '535 5.7.8 Authentication credentials invalid' }],
    ['sms', { kind: 'credentials', code: '20003', words: 'Authenticate' }],
  ])('app/accounts/test reports wrong credentials of %s in the words of the provider', async (channel, fault) => {
    await sending.simulators.credentials({ [channel]: foreignCredentials()[channel] });
    expect(await faultOf(channel)).toEqual(fault);
  });

  it('app/accounts/test distinguishes a topic of another team from a wrong key', async () => {
    await sending.simulators.credentials({ apns: { ...own.apns, topics: ['com.example.other'] } });
    expect(await faultOf('apns')).toEqual({
      kind: 'configuration',
      code: 'TopicDisallowed',
      words: '400 TopicDisallowed',
    });
  });

  it('app/accounts/test reports a revoked service account key and a missing permission to send', async () => {
    await sending.simulators.credentials({ fcm: { ...own.fcm, publicKey: foreignCredentials().fcm.publicKey } });
    expect(await faultOf('fcm')).toMatchObject({ code: 'OAUTH_400', words: 'invalid_grant: Invalid JWT Signature.' });
    await sending.simulators.credentials({ fcm: { ...own.fcm, projectId: 'other' } });
    const denied = await faultOf('fcm');
    expect(denied).toMatchObject({ kind: 'credentials', code: 'PERMISSION_DENIED' });
    expect(denied.words).toContain("Permission 'cloudmessaging.messages.create' denied");
  });

  it('app/accounts/test reports a sender that does not belong to the account', async () => {
    await sending.simulators.credentials({ sms: { ...own.sms, senders: [] } });
    expect(await faultOf('sms')).toMatchObject({ kind: 'configuration', code: 'UNKNOWN_SENDER' });
  });

  it('app/accounts/test reports that a push service does not know the VAPID key', async () => {
    const [subscription] = await sending.simulators.subscriptions(1);
    await sending.simulators.credentials({ webpush: foreignCredentials().webpush });
    expect(await faultOf('webpush', JSON.stringify(subscription))).toEqual({
      kind: 'credentials',
      code: '403',
      words: '403 the VAPID key is not the one of the subscription',
    });
  });

  it('app/accounts/test connects only to push services, whatever the endpoint is', async () => {
    const apply = (webpush: object) =>
      sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels: { webpush } }, { dryRun: false });
    await apply({ subject: 'mailto:shop@example.com' });
    const refusal = { kind: 'refused', code: 'PUSH_SERVICE_NOT_ALLOWED' };
    expect(await faultOf('webpush', 'https://intranet.example/wp/1')).toMatchObject(refusal);
    const malformed = await faultOf('webpush', 'https://169.254.169.254/wp/1');
    expect(malformed).toMatchObject({ kind: 'refused', code: 'INVALID_SUBSCRIPTION' });
    await apply({ simulator: true });
  });

  describe('Account test of an own mail relay', () => {
    afterAll(async () => {
      const channels = { smtp: { simulator: true } };
      await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
    });

    it('app/accounts/test reports a relay host that does not exist', async () => {
      await useRelay({ host: 'smtp.invalid', port: 587 });
      const fault = await faultOf('smtp');
      expect(fault.kind).toBe('unknown-host');
      expect(fault.words).toContain('smtp.invalid');
    });

    it('app/accounts/test reports a relay port where no server listens', async () => {
      await useRelay({ host: '127.0.0.1', port: 1 });
      expect(await faultOf('smtp')).toEqual({
        kind: 'refused-port',
        code: 'ECONNREFUSED',
        words: 'ECONNREFUSED',
      });
    });

    it('app/accounts/test names the setting for a relay in a network that no operator has allowed', async () => {
      await useRelay({ host: '10.0.0.7', port: 25 });
      const { steps } = await testAccount('smtp');
      expect(steps[0]).toMatchObject({
        words: '10.0.0.7 is not an address of the public internet',
        fault: { kind: 'refused', advice: expect.stringContaining('RELAY_NETWORKS') as string },
      });
    });

    it('app/accounts/test reports an untrusted certificate, and a port without TLS', async () => {
      const { smtp } = await sending.simulators.endpoints();
      await useRelay({ host: '127.0.0.1', port: smtp.port, secure: false });
      expect(await faultOf('smtp')).toMatchObject({ kind: 'tls', words: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
      await useRelay({ host: '127.0.0.1', port: smtp.port, secure: true });
      expect(await faultOf('smtp')).toMatchObject({ kind: 'tls' });
    });

    it('app/accounts/test reports a relay host that does not answer', { timeout: 60_000 }, async () => {
      const address = silent.address();
      await useRelay({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0 });
      expect(await faultOf('smtp')).toMatchObject({ kind: 'timeout' });
    });

    it('app/accounts/test reports a wrong password, and never repeats it', async () => {
      const { smtp, ca } = await sending.simulators.endpoints();
      await sending.simulators.credentials({ smtp: { user: 'shop', password: 'right' } });
      await useRelay({ host: '127.0.0.1', port: smtp.port, secure: false, ca });
      const result = await testAccount('smtp');
      expect(result.steps[0]?.fault).toMatchObject({ kind: 'credentials', code: '535 5.7.8' });
      expect(JSON.stringify(result)).not.toContain('se-cret-9');
    });
  });

  it('app/accounts/test refuses requests that cannot be tried, and a key without the scopes', async () => {
    expect(await call({ channel: 'fax' })).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await call({ channel: 'smtp', to: 'nobody' })).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await call({ channel: 'sms', to: '0555' })).toMatchObject({ status: 400, json: { code: 2004 } });
    expect(await call({ channel: 'webpush', to: 'http://127.0.0.1/x' })).toMatchObject({ status: 400 });
    await sending.gateway.makeKey('only setup', { scopes: ['setup'] });
    await sending.gateway.makeKey('no setup', { scopes: ['notifications'] });
    expect(await call({ channel: 'smtp' }, 'only setup')).toMatchObject({ status: 200 });
    expect(await call({ channel: 'smtp', to: 'ann@example.com' }, 'only setup')).toMatchObject({
      status: 403,
      json: { code: 2022 },
    });
    expect(await call({ channel: 'smtp' }, 'no setup')).toMatchObject({ status: 403 });
  });

  it('app/accounts/test changes no state of the account', async () => {
    await sending.simulators.credentials({ apns: foreignCredentials().apns });
    await faultOf('apns');
    const statuses = await sending.gateway.app.get(AccountStateService).listStatuses(sending.gateway.appId);
    expect(statuses.find(({ channel }) => channel === 'apns')).toMatchObject({
      paused: null,
      breaker: null,
      lastError: null,
    });
  });
});

describe('E-mail through an unknown relay', () => {
  const WORDS = /ENOTFOUND.*smtp\.invalid|smtp\.invalid/;
  const detail = expect.stringMatching(WORDS) as string;
  let key: number;

  beforeAll(async () => {
    await useRelay({ host: 'smtp.invalid', port: 587 });
    await sending.post('registerUsers', await reachableUsers(sending.simulators, 'EMAIL', 1, 1));
    const message = { title: 'Hello', text: 'Hello', subject: 'Hello', platforms: ['EMAIL'], transactional: true };
    key = await sending.bulk({ message, target: { sendToAll: true } });
    await sending.launchDue();
    for (const chunk of await sending.openChunks()) {
      await sending.chunks.sendChunk(chunk);
    }
  });
  afterAll(async () => {
    const channels = { smtp: { simulator: true } };
    await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  });

  it('An e-mail to an unknown relay stays open, with the words of the resolver and its next attempt', async () => {
    const answer = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&status=OPEN`, {
      method: 'GET',
    });
    const { list } = answer.json as { list: { nextAttempt: number; timeStamp: number }[] };
    expect(list).toMatchObject([{ extId: 'email-1', errorMsg: 'PROVIDER_UNAVAILABLE', errorDetail: detail }]);
    expect(list[0]?.nextAttempt).toBe(list[0]?.timeStamp);
    const row = await sending.gateway.fresh.db.row('SELECT reason, words FROM delivery.retry');
    expect(row).toEqual({ reason: 'PROVIDER_UNAVAILABLE', words: detail });
  });

  it('The list of accounts and explain show the error of an unknown relay', async () => {
    const lastError = { why: 'PROVIDER_UNAVAILABLE', words: detail, times: 1, endedAt: null };
    const list = async () => {
      const answer = await sending.gateway.call('/rest/3.0/app/accounts', { method: 'GET' });
      return (answer.json as { accounts: { channel: string }[] }).accounts.find(({ channel }) => channel === 'smtp');
    };
    await expect.poll(list).toMatchObject({ channel: 'smtp', simulator: false, lastError });
    const explained = await sending.post<{ notification: object }>('targeting/explain', {
      extId: 'email-1',
      notificationKey: key,
    });
    expect(explained.notification).toMatchObject({
      outlook: [
        { platform: 'EMAIL', lastError: { words: detail, advice: expect.stringContaining('spelling') as string } },
      ],
      results: [{ status: 'OPEN', detail, nextAttempt: expect.any(String) as string }],
    });
  });

  it('An open e-mail keeps the error when its retry becomes a chunk, and succeeds once the relay works', async () => {
    await sending.gateway.fresh.db.affected('UPDATE delivery.retry SET due_at = now()');
    await sending.recovery.enqueueOpenWork();
    const answer = await sending.gateway.call(`/rest/3.0/getPushResult?notificationKey=${key}&status=OPEN`, {
      method: 'GET',
    });
    expect(answer.json).toMatchObject({ list: [{ errorDetail: detail }] });
    const { smtp, ca } = await sending.simulators.endpoints();
    await useRelay({ host: '127.0.0.1', port: smtp.port, secure: false, ca });
    sending.gateway.app.get(AccountStateService).clearCache();
    await sending.drain();
    expect(await sending.ends(key)).toEqual({ SUCCESS: 1 });
  });
});
