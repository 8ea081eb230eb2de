import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Outgoing } from '#libs/channels';
import { PushServices } from '#platform/net';
import { WebPushSender } from '../../libs/channels/providers/web-push/web-push.sender.js';
import { NO_THROTTLES, PUSH_SERVICES, useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();
const sender = new WebPushSender(PUSH_SERVICES, NO_THROTTLES);
afterAll(() => sender.close());

async function message(service: 'apple' | 'windows', changes: Partial<Outgoing<'webpush'>> = {}) {
  const [address = ''] = await simulated.subscriptions(1, service);
  return {
    messageId: randomUUID(),
    address,
    payload: { body: { title: 'Hi' }, urgency: 'normal' as const },
    collapseId: 'offer-1',
    ttlSeconds: 3600,
    ...changes,
  };
}

type Case = readonly [status: number, reason: string | undefined, outcome: object];

/** Apple, "Sending web push notifications in web apps and browsers": each status and reason that it documents. */
const APPLE: readonly Case[] = [
  [400, 'BadTtl', { kind: 'failed', code: 'BadTtl', reason: 'INVALID_PAYLOAD' }],
  [400, 'BadUrgency', { kind: 'failed', code: 'BadUrgency', reason: 'INVALID_PAYLOAD' }],
  [400, 'BadWebPushRequest', { kind: 'failed', code: 'BadWebPushRequest', reason: 'INVALID_PAYLOAD' }],
  [400, 'BadWebPushTopic', { kind: 'failed', code: 'BadWebPushTopic', reason: 'INVALID_PAYLOAD' }],
  [400, 'VapidPkHashMismatch', { kind: 'failed', code: 'VapidPkHashMismatch', reason: 'AUTH' }],
  [400, 'IdleTimeout', { kind: 'retry', code: 'IdleTimeout', reason: 'PROVIDER_UNAVAILABLE' }],
  [403, 'BadAuthorizationHeader', { kind: 'failed', code: 'BadAuthorizationHeader', reason: 'AUTH' }],
  [403, 'BadJwtToken', { kind: 'failed', code: 'BadJwtToken', reason: 'AUTH' }],
  [403, 'BadVapidPublicKey', { kind: 'failed', code: 'BadVapidPublicKey', reason: 'AUTH' }],
  [404, 'BadPath', { kind: 'dead', code: 'BadPath', reason: 'INVALID_TOKEN' }],
  [405, 'MethodNotAllowed', { kind: 'failed', code: 'MethodNotAllowed', reason: 'REFUSED' }],
  [410, undefined, { kind: 'dead', reason: 'INVALID_TOKEN' }],
  [413, 'PayloadTooLarge', { kind: 'failed', code: 'PayloadTooLarge', reason: 'INVALID_PAYLOAD' }],
  [429, 'TooManyRequests', { kind: 'retry', code: 'TooManyRequests', reason: 'RATE_LIMITED', afterMs: 60_000 }],
  [500, 'InternalServerError', { kind: 'retry', code: 'InternalServerError', reason: 'PROVIDER_UNAVAILABLE' }],
  [503, 'ServiceUnavailable', { kind: 'retry', code: 'ServiceUnavailable', reason: 'PROVIDER_UNAVAILABLE' }],
  [503, 'Shutdown', { kind: 'retry', code: 'Shutdown', reason: 'PROVIDER_UNAVAILABLE' }],
];

/** Microsoft, "Push notification service request and response headers": response codes, and `X-WNS-Status`. */
const WINDOWS: readonly Case[] = [
  [400, 'Bad header', { kind: 'failed', code: '400', reason: 'INVALID_PAYLOAD', words: '400 Bad header' }],
  [401, 'JWT Authentication Failed', { kind: 'failed', reason: 'AUTH', words: '401 JWT Authentication Failed' }],
  [403, undefined, { kind: 'failed', code: '403', reason: 'AUTH' }],
  [404, undefined, { kind: 'dead', reason: 'INVALID_TOKEN' }],
  [405, undefined, { kind: 'failed', code: '405', reason: 'REFUSED' }],
  [406, undefined, { kind: 'retry', reason: 'RATE_LIMITED', afterMs: 60_000 }],
  [410, undefined, { kind: 'dead', reason: 'INVALID_TOKEN' }],
  [413, undefined, { kind: 'failed', code: '413', reason: 'INVALID_PAYLOAD' }],
  [500, undefined, { kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' }],
  [503, undefined, { kind: 'retry', reason: 'PROVIDER_UNAVAILABLE' }],
  // A success that says in a header that the message is gone.
  [200, 'dropped', { kind: 'failed', code: 'dropped', reason: 'UNREACHABLE' }],
  [200, 'channelthrottled', { kind: 'retry', code: 'channelthrottled', reason: 'RATE_LIMITED', afterMs: 60_000 }],
];

describe.each([
  ['apple', APPLE],
  ['windows', WINDOWS],
] as const)('Push service %s', (service, cases) => {
  it('The push service accepts a message', async () => {
    const item = await message(service);
    const { outcomes } = await sender.send(simulated.account('webpush'), [item]);
    expect(outcomes).toEqual([{ kind: 'sent' }]);
    expect(await simulated.deliveries('webpush')).toMatchObject([{ messageId: item.messageId }]);
  });

  it.each(cases)(
    'The sender handles the answer %s %s of the push service as documented',
    async (status, reason, outcome) => {
      await simulated.faults({ provider: 'webpush', share: 1, status, ...(reason !== undefined && { reason }) });
      const { outcomes } = await sender.send(simulated.account('webpush'), [await message(service)]);
      expect(outcomes).toMatchObject([outcome]);
      expect((await simulated.counts('webpush')).accepted).toBe(0);
    },
  );

  it('A retry waits as long as the push service asks for', async () => {
    await simulated.faults({ provider: 'webpush', share: 1, status: 429, retryAfterSeconds: 7 });
    const { outcomes } = await sender.send(simulated.account('webpush'), [await message(service)]);
    expect(outcomes).toMatchObject([{ kind: 'retry', reason: 'RATE_LIMITED', afterMs: 7000 }]);
  });

  it('The push service accepts a message that expires in this second', async () => {
    const { outcomes } = await sender.send(simulated.account('webpush'), [await message(service, { ttlSeconds: 0.4 })]);
    expect(outcomes).toEqual([{ kind: 'sent' }]);
  });
});

describe('Push subscriptions', () => {
  const services = new PushServices({ SIMULATOR_HOST: '127.0.0.1', SIMULATOR_PORT: 0 });

  it.each(['apple', 'windows'] as const)(
    'A subscription of %s has the endpoint of a push service that every installation allows',
    async (service) => {
      const [address = ''] = await simulated.subscriptions(1, service);
      const { endpoint } = JSON.parse(address) as { endpoint: string };
      expect(services.includes(new URL(endpoint))).toBe(true);
    },
  );

  it.each([
    'https://web.push.apple.com.example.org/x',
    'https://evilnotify.windows.com.example.org/w/?token=x',
    'https://notify.windows.com.evil.example/w/?token=x',
    'https://xpush.apple.com/x',
  ])('An endpoint that only looks like one of a push service is not allowed: %s', (endpoint) => {
    expect(services.includes(new URL(endpoint))).toBe(false);
  });
});
