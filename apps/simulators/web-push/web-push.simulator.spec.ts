import { Agent as HttpsAgent } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { Lab } from '../lab.js';
import { startSimulators } from '../simulators.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

describe('Web Push simulator', () => {
  const vapid = webpush.generateVAPIDKeys();
  const agent = (): HttpsAgent => new HttpsAgent({ ca: lab.authority.ca });
  const vapidDetails = { subject: 'mailto:ops@example.com', ...vapid };
  const subscribe = async (count: number): Promise<webpush.PushSubscription[]> => {
    const answer = await lab.control('POST', '/subscriptions', { count });
    return (answer as { subscriptions: webpush.PushSubscription[] }).subscriptions;
  };
  const subscribeOnce = async (): Promise<webpush.PushSubscription> => {
    const [subscription] = await subscribe(1);
    return subscription ?? expect.unreachable();
  };
  const idOf = (subscription: webpush.PushSubscription): string => subscription.endpoint.split('/').at(-1) ?? '';

  it('The Web Push simulator creates subscriptions and decrypts what web-push sends to them', async () => {
    const subscriptions = await subscribe(6);
    expect(new Set(subscriptions.map((subscription) => subscription.endpoint)).size).toBe(6);
    for (const [i, subscription] of subscriptions.entries()) {
      const text = JSON.stringify({ heraldId: `m-${i}`, title: 'Grüße' });
      const options = { vapidDetails, TTL: 60, topic: 'a'.repeat(32), urgency: 'high' as const, agent: agent() };
      const answer = await webpush.sendNotification(subscription, text, options);
      expect(answer.statusCode).toBe(201);
      expect(answer.headers.location).toMatch(/^https:/);
    }
    const { deliveries } = await lab.deliveries('?provider=webpush');
    expect(deliveries[5]).toMatchObject({
      token: subscriptions[5]?.endpoint.split('/').at(-1),
      messageId: 'm-5',
      payload: { headers: { ttl: '60', topic: 'a'.repeat(32), urgency: 'high' }, body: { title: 'Grüße' } },
    });
  });

  it('A subscription of the Web Push simulator stays valid after a restart', async () => {
    const subscription = await subscribeOnce();
    const again = await startSimulators({ controlPort: 0, authority: lab.authority });
    const { port } = again.endpoints.webpush;
    const endpoint = subscription.endpoint.replace(/:\d+\//, `:${port}/`);
    const options = { vapidDetails, TTL: 0, agent: agent() };
    const answer = await webpush.sendNotification({ ...subscription, endpoint }, 'x', options);
    await again.stop();
    expect(answer.statusCode).toBe(201);
  });

  it('The Web Push simulator checks VAPID, TTL, Topic and size, and refuses a payload that it cannot decrypt', async () => {
    const subscription = await subscribeOnce();
    const good = webpush.generateRequestDetails(subscription, 'hello', { vapidDetails, TTL: 60 });
    const otherRequest = webpush.generateRequestDetails(
      { ...subscription, endpoint: 'https://push.example.com/x' },
      'hello',
      {
        vapidDetails,
        TTL: 60,
      },
    );
    const post = async (headers: Record<string, string | undefined>, body: Buffer = good.body ?? Buffer.alloc(0)) => {
      const all = Object.entries({ ...good.headers, ...headers }).filter(([, value]) => value !== undefined);
      const sent = Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
      delete sent['Content-Length'];
      return (await lab.fetch(subscription.endpoint, { method: 'POST', headers: sent, body })).status;
    };
    const [, token = '', key = ''] = /t=([^,]+), k=(.+)/.exec(String(good.headers.Authorization)) ?? [];
    expect(await post({})).toBe(201);
    expect(await post({ Authorization: undefined })).toBe(401);
    expect(await post({ Authorization: String(otherRequest.headers.Authorization) })).toBe(403);
    expect(await post({ Authorization: `vapid t=${token}, k=${webpush.generateVAPIDKeys().publicKey}` })).toBe(403);
    expect(await post({ Authorization: `vapid t=${token.slice(0, -8)}AAAAAAAA, k=${key}` })).toBe(403);
    expect(await post({ TTL: undefined })).toBe(400);
    expect(await post({ Topic: 'a'.repeat(33) })).toBe(400);
    expect(await post({ 'Content-Encoding': 'aesgcm' })).toBe(400);
    expect(await post({}, Buffer.alloc(4097))).toBe(413);
    expect(await post({}, Buffer.alloc(200))).toBe(400);
    const unknown = await lab.fetch(subscription.endpoint.replace(/[^/]+$/, 'nobody'), {
      method: 'POST',
    });
    expect(unknown.status).toBe(404);
    expect((await lab.counts()).webpush).toEqual({ accepted: 1, rejected: 10, distinct: 1 });
  });

  it('The Web Push simulator fails as its rules say', async () => {
    const [gone, busy] = [await subscribeOnce(), await subscribeOnce()];
    await lab.faults(
      { provider: 'webpush', token: idOf(gone), share: 1, status: 410 },
      { provider: 'webpush', token: idOf(busy), share: 1, status: 429, retryAfterSeconds: 9 },
    );
    const options = { vapidDetails, TTL: 60, agent: agent() };
    await expect(webpush.sendNotification(gone, 'x', options)).rejects.toMatchObject({ statusCode: 410 });
    await expect(webpush.sendNotification(busy, 'x', options)).rejects.toMatchObject({
      statusCode: 429,
      headers: { 'retry-after': '9' },
    });
  });
});
