import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jwtPart, Lab, post, type Answer } from '../lab.js';
import { nowSeconds } from '../server/jwt.js';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());

describe('APNs simulator', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const TOKEN = 'ab'.repeat(32);
  let http2: ClientHttp2Session;
  beforeEach(async () => {
    http2 = await lab.session('apns');
  });
  afterEach(() => http2.destroy());

  function providerToken(iat = nowSeconds(), header: object = { alg: 'ES256', kid: 'ABC123DEFG' }): string {
    const signed = `${jwtPart(header)}.${jwtPart({ iss: 'TEAM123456', iat })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `bearer ${signed}.${signature.toString('base64url')}`;
  }
  const push = (
    token = TOKEN,
    headers: Record<string, string | undefined> = {},
    body = '{"aps":{"alert":"hi"}}',
  ): Promise<Answer> => {
    const all = { authorization: providerToken(), 'apns-topic': 'com.example.app', ...headers };
    const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return post(http2, `/3/device/${token}`, Object.fromEntries(present), body);
  };

  it('APNs accepts a notification, returns its id and lists the delivery', async () => {
    const id = randomUUID();
    const answer = await push(TOKEN, { 'apns-id': id, 'apns-collapse-id': 'c1', 'apns-push-type': 'alert' });
    expect(answer).toMatchObject({ status: 200, headers: { 'apns-id': id }, body: undefined });
    const { deliveries, next } = await lab.deliveries('?provider=apns');
    expect(deliveries).toMatchObject([
      {
        provider: 'apns',
        token: TOKEN,
        messageId: id,
        payload: { headers: { 'apns-collapse-id': 'c1' }, body: { aps: { alert: 'hi' } } },
      },
    ]);
    expect((await lab.deliveries(`?provider=apns&after=${next}`)).deliveries).toEqual([]);
  });

  it('APNs assigns an id to a notification without one', async () => {
    const { headers } = await push();
    expect(headers['apns-id']).toMatch(/^[0-9A-F-]{36}$/);
  });

  it('APNs counts duplicate notifications', async () => {
    const id = randomUUID();
    await Promise.all([push(TOKEN, { 'apns-id': id }), push(TOKEN, { 'apns-id': id }), push()]);
    expect((await lab.counts()).apns).toEqual({ accepted: 3, rejected: 0, distinct: 2 });
    expect(await lab.control('GET', '/duplicates?provider=apns')).toEqual({
      duplicates: [{ provider: 'apns', token: TOKEN, messageId: id, count: 2 }],
    });
  });

  it.each([
    ['MissingProviderToken', 403, { authorization: undefined }],
    ['InvalidProviderToken', 403, { authorization: 'bearer a.b.c' }],
    ['InvalidProviderToken', 403, { authorization: providerToken(nowSeconds(), { alg: 'ES256' }) }],
    ['InvalidProviderToken', 403, { authorization: providerToken(nowSeconds() + 900) }],
    ['ExpiredProviderToken', 403, { authorization: providerToken(nowSeconds() - 3700) }],
    ['MissingTopic', 400, { 'apns-topic': undefined }],
    ['BadMessageId', 400, { 'apns-id': '7' }],
    ['BadCollapseId', 400, { 'apns-collapse-id': 'x'.repeat(65) }],
    ['BadPriority', 400, { 'apns-priority': '7' }],
    ['BadExpirationDate', 400, { 'apns-expiration': 'soon' }],
    ['InvalidPushType', 400, { 'apns-push-type': 'shout' }],
  ])(
    'APNs answers a notification with an invalid header with %s',
    async (reason, status, headers: Record<string, string | undefined>) => {
      expect(await push(TOKEN, headers)).toMatchObject({ status, body: { reason } });
      expect((await lab.counts()).apns).toEqual({ accepted: 0, rejected: 1, distinct: 0 });
    },
  );

  it('APNs refuses a notification that is too large, empty or without a valid device token', async () => {
    const filled = (bytes: number): string => `{"aps":"${'x'.repeat(bytes - 10)}"}`;
    expect(await push(TOKEN, {}, filled(4096))).toMatchObject({ status: 200 });
    expect(await push(TOKEN, {}, filled(4097))).toMatchObject({ status: 413, body: { reason: 'PayloadTooLarge' } });
    expect(await push(TOKEN, {}, '')).toMatchObject({ status: 400, body: { reason: 'PayloadEmpty' } });
    expect(await push('')).toMatchObject({ status: 400, body: { reason: 'MissingDeviceToken' } });
    expect(await push('a%20b')).toMatchObject({ status: 400, body: { reason: 'BadDeviceToken' } });
  });

  describe('Live activities of APNs', () => {
    const TOPIC = 'com.example.app.push-type.liveactivity';
    const state = { 'content-state': { score: 1 } };
    const start = {
      timestamp: 1,
      event: 'start',
      ...state,
      'attributes-type': 'Match',
      attributes: {},
      alert: { title: 'T', body: 'B' },
    };
    const activity = (aps: object, headers: Record<string, string> = {}): Promise<Answer> =>
      push(TOKEN, { 'apns-topic': TOPIC, 'apns-push-type': 'liveactivity', ...headers }, JSON.stringify({ aps }));

    it.each([
      [start],
      [{ timestamp: 1, event: 'update', ...state }],
      [{ timestamp: 1, event: 'end', ...state }],
      [{ timestamp: 1, event: 'end' }],
    ])('APNs accepts the live activity %j', async (aps) => {
      expect(await activity(aps)).toMatchObject({ status: 200 });
    });

    it.each([
      [{ ...start, timestamp: undefined }],
      [{ ...start, timestamp: '1' }],
      [{ ...start, event: 'begin' }],
      [{ ...start, 'content-state': undefined }],
      [{ ...start, 'attributes-type': undefined }],
      [{ ...start, attributes: undefined }],
      [{ ...start, alert: undefined }],
      [{ ...start, alert: { body: 'B' } }],
      [{ ...start, event: 'update' }],
      [{ timestamp: 1, event: 'update' }],
      [{ alert: 'hi' }],
    ])('APNs refuses the live activity %j', async (aps) => {
      expect(await activity(aps)).toMatchObject({ status: 400, body: { reason: 'InvalidLiveActivity' } });
    });

    it('APNs refuses a live activity with a wrong topic, push type or priority', async () => {
      const reason = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body?.reason;
      expect(await reason(activity(start, { 'apns-topic': 'com.example.app' }))).toBe('TopicDisallowed');
      expect(await reason(activity(start, { 'apns-push-type': 'alert' }))).toBe('InvalidPushType');
      expect(await reason(activity(start, { 'apns-priority': '1' }))).toBe('BadPriority');
    });
  });

  it('APNs fails according to the fault rules, with its own error bodies', async () => {
    await lab.faults(
      { provider: 'apns', token: 'gone*', share: 1, status: 410 },
      { provider: 'apns', token: 'old', share: 1, reason: 'ExpiredToken', status: 410, timestamp: 1234 },
      { provider: 'apns', token: 'busy', share: 1, status: 429, retryAfterSeconds: 7, times: 1 },
      { provider: 'apns', token: 'slow', share: 1, latencyMs: 30 },
    );
    const gone = await push('gone1');
    expect(gone).toMatchObject({ status: 410, body: { reason: 'Unregistered' } });
    expect(Math.abs(Number(gone.body?.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(await push('old')).toMatchObject({ status: 410, body: { reason: 'ExpiredToken', timestamp: 1234 } });
    expect(await push('busy')).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect(await push('busy')).toMatchObject({ status: 200 });
    expect(await push('slow')).toMatchObject({ status: 200 });
    expect((await lab.counts()).apns).toMatchObject({ accepted: 2, rejected: 3 });
  });

  it('A reset closes one stream, before or after the message is accepted, and leaves the others open', async () => {
    await lab.faults(
      { provider: 'apns', token: 'lost', share: 1, fault: 'reset' },
      { provider: 'apns', token: 'cut', share: 1, fault: 'reset', when: 'after' },
    );
    const [lost, cut, fine] = await Promise.allSettled([push('lost'), push('cut'), push('fine')]);
    expect([lost?.status, cut?.status, fine?.status]).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect((await lab.counts()).apns).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
    const { deliveries } = await lab.deliveries();
    expect(deliveries.map((delivery) => delivery.token).sort()).toEqual(['cut', 'fine']);
  });

  it('A connection reset closes the whole connection', async () => {
    await lab.faults({ provider: 'apns', token: 'lost', share: 1, fault: 'reset', scope: 'connection' });
    const closed = new Promise((resolve) => http2.once('close', resolve));
    await expect(push('lost')).rejects.toThrow(/ECONNRESET/);
    await closed;
  });

  it('A hanging stream gets no answer while other streams do', async () => {
    await lab.faults({ provider: 'apns', token: 'stuck', share: 1, fault: 'hang', when: 'after' });
    let settled = false;
    const stuck = push('stuck').finally(() => (settled = true));
    stuck.catch(() => undefined);
    expect(await push('fine')).toMatchObject({ status: 200 });
    expect(settled).toBe(false);
    expect((await lab.counts()).apns.accepted).toBe(2);
    http2.destroy();
    await expect(stuck).rejects.toThrow();
  });

  it('A GOAWAY answers the accepted streams and refuses the others as unprocessed', async () => {
    await lab.faults(
      { provider: 'apns', token: 'slow*', share: 1, latencyMs: 50 },
      { provider: 'apns', token: 'later', share: 1, latencyMs: 100 },
      { provider: 'apns', token: 'away', share: 1, fault: 'goaway' },
    );
    expect(await push('first')).toMatchObject({ status: 200 });
    const waiting = Array.from({ length: 5 }, (_, i) => push(`slow${i}`));
    const all = await Promise.allSettled([...waiting, push('away')]);
    for (const response of all) {
      expect(response).toMatchObject({ status: 'rejected' });
      expect(String(response.status === 'rejected' && response.reason)).toContain('NGHTTP2_REFUSED_STREAM');
    }
    http2 = await lab.session('apns');
    // Answered when the latency of those refused has passed: had one of them been taken after all, it would count by now.
    expect(await push('later')).toMatchObject({ status: 200 });
    expect((await lab.counts()).apns).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
    await lab.faults({ provider: 'apns', share: 1, fault: 'goaway', when: 'after' });
    const closed = once(http2, 'close');
    expect(await push('last')).toMatchObject({ status: 200 });
    await closed;
  });

  it('APNs survives a client that disconnects while a GOAWAY is sent', async () => {
    await lab.faults(
      { provider: 'apns', token: 'away', share: 1, latencyMs: 40 },
      { provider: 'apns', token: 'away', share: 1, fault: 'goaway' },
      { provider: 'apns', token: 'later', share: 1, latencyMs: 120 },
    );
    const cut = push('away');
    await push('first');
    http2.destroy();
    await expect(cut).rejects.toThrow();
    http2 = await lab.session('apns');
    expect(await push('later')).toMatchObject({ status: 200 });
  });
});
