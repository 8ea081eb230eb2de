import { createHash, createSign, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SentMessageInfo, type Transporter } from 'nodemailer';
import { Agent, fetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { ensureAuthority, type Authority } from '#platform/authority';
import type { FaultRule } from './faults.js';
import type { Counts, Delivery } from './delivery-log.js';
import type { Provider } from './providers.js';
import { startSimulators, type Simulators } from './simulators.js';

let dir: string;
let authority: Authority;
let simulators: Simulators;
let trusting: Agent;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'herald-simulators-'));
  authority = await ensureAuthority(dir);
  simulators = await startSimulators({ controlPort: 0, authority });
  trusting = new Agent({ connect: { ca: authority.ca } });
});
afterAll(async () => {
  await trusting.destroy();
  await simulators.stop();
  await rm(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await control('DELETE', '/deliveries');
  await control('PUT', '/faults', { seed: 1, rules: [] });
  await control('PUT', '/mode', { store: true });
});

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(simulators.controlUrl + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}
const counts = async (): Promise<Record<Provider, Counts>> =>
  (await control('GET', '/counts')) as Record<Provider, Counts>;
const deliveries = async (query = ''): Promise<{ deliveries: Delivery[]; next: number }> =>
  (await control('GET', `/deliveries${query}`)) as { deliveries: Delivery[]; next: number };
const faults = (...rules: FaultRule[]): Promise<unknown> => control('PUT', '/faults', { seed: 1, rules });

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown> | undefined;
}

/** One HTTP/2 request; rejects as the stream does. */
function ask(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let status = 0;
    let answerHeaders: IncomingHttpHeaders = {};
    let text = '';
    stream.setEncoding('utf8');
    stream.on('response', (head) => {
      status = Number(head[':status']);
      answerHeaders = head;
    });
    stream.on('data', (chunk: string) => (text += chunk));
    stream.on('error', reject);
    stream.on('end', () => {
      if (status > 0) {
        resolve({
          status,
          headers: answerHeaders,
          body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
        });
      }
    });
    stream.on('close', () => reject(new Error(`closed with ${stream.rstCode}`)));
    stream.end(body);
  });
}

async function session(provider: 'apns' | 'fcm'): Promise<ClientHttp2Session> {
  const { host, port } = simulators.endpoints[provider];
  const made = connect(`https://${host}:${port}`, { ca: authority.ca });
  made.on('error', () => undefined);
  await once(made, 'remoteSettings');
  return made;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1000);

describe('APNs', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const TOKEN = 'ab'.repeat(32);
  let http2: ClientHttp2Session;
  beforeEach(async () => {
    http2 = await session('apns');
  });
  afterEach(() => http2.destroy());

  function providerToken(iat = now(), header: object = { alg: 'ES256', kid: 'ABC123DEFG' }): string {
    const signed = `${part(header)}.${part({ iss: 'TEAM123456', iat })}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `bearer ${signed}.${signature.toString('base64url')}`;
  }
  const push = (
    token = TOKEN,
    headers: Record<string, string | undefined> = {},
    body = '{"aps":{"alert":"hi"}}',
  ): Promise<Answer> => {
    const all = { authorization: providerToken(), 'apns-topic': 'com.example.app', ...headers };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return ask(http2, `/3/device/${token}`, Object.fromEntries(given), body);
  };

  it('takes a notification, echoes its id and shows it', async () => {
    const id = randomUUID();
    const answer = await push(TOKEN, { 'apns-id': id, 'apns-collapse-id': 'c1', 'apns-push-type': 'alert' });
    expect(answer).toMatchObject({ status: 200, headers: { 'apns-id': id }, body: undefined });
    const { deliveries: taken, next } = await deliveries('?provider=apns');
    expect(taken).toMatchObject([
      {
        provider: 'apns',
        token: TOKEN,
        messageId: id,
        payload: { headers: { 'apns-collapse-id': 'c1' }, body: { aps: { alert: 'hi' } } },
      },
    ]);
    expect((await deliveries(`?provider=apns&after=${next}`)).deliveries).toEqual([]);
  });

  it('gives an id to a notification that has none', async () => {
    const { headers } = await push();
    expect(headers['apns-id']).toMatch(/^[0-9A-F-]{36}$/);
  });

  it('counts what came twice', async () => {
    const id = randomUUID();
    await Promise.all([push(TOKEN, { 'apns-id': id }), push(TOKEN, { 'apns-id': id }), push()]);
    expect((await counts()).apns).toEqual({ accepted: 3, rejected: 0, distinct: 2 });
    expect(await control('GET', '/duplicates?provider=apns')).toEqual({
      duplicates: [{ provider: 'apns', token: TOKEN, messageId: id, count: 2 }],
    });
  });

  it.each([
    ['MissingProviderToken', 403, { authorization: undefined }],
    ['InvalidProviderToken', 403, { authorization: 'bearer a.b.c' }],
    ['InvalidProviderToken', 403, { authorization: providerToken(now(), { alg: 'ES256' }) }],
    ['InvalidProviderToken', 403, { authorization: providerToken(now() + 900) }],
    ['ExpiredProviderToken', 403, { authorization: providerToken(now() - 3700) }],
    ['MissingTopic', 400, { 'apns-topic': undefined }],
    ['BadMessageId', 400, { 'apns-id': '7' }],
    ['BadCollapseId', 400, { 'apns-collapse-id': 'x'.repeat(65) }],
    ['BadPriority', 400, { 'apns-priority': '7' }],
    ['BadExpirationDate', 400, { 'apns-expiration': 'soon' }],
    ['InvalidPushType', 400, { 'apns-push-type': 'shout' }],
  ])('refuses with %s', async (reason, status, headers: Record<string, string | undefined>) => {
    expect(await push(TOKEN, headers)).toMatchObject({ status, body: { reason } });
    expect((await counts()).apns).toEqual({ accepted: 0, rejected: 1, distinct: 0 });
  });

  it('refuses what is too large, empty, or sent to no device', async () => {
    const filled = (bytes: number): string => `{"aps":"${'x'.repeat(bytes - 10)}"}`;
    expect(await push(TOKEN, {}, filled(4096))).toMatchObject({ status: 200 });
    expect(await push(TOKEN, {}, filled(4097))).toMatchObject({ status: 413, body: { reason: 'PayloadTooLarge' } });
    expect(await push(TOKEN, {}, '')).toMatchObject({ status: 400, body: { reason: 'PayloadEmpty' } });
    expect(await push('')).toMatchObject({ status: 400, body: { reason: 'MissingDeviceToken' } });
    expect(await push('a%20b')).toMatchObject({ status: 400, body: { reason: 'BadDeviceToken' } });
  });

  it('fails as the rules say, in its own words', async () => {
    await faults(
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
    expect((await counts()).apns).toMatchObject({ accepted: 2, rejected: 3 });
  });

  it('resets one stream, before or after it took the message, and leaves the others alone', async () => {
    await faults(
      { provider: 'apns', token: 'lost', share: 1, fault: 'reset' },
      { provider: 'apns', token: 'cut', share: 1, fault: 'reset', when: 'after' },
    );
    const [lost, cut, fine] = await Promise.allSettled([push('lost'), push('cut'), push('fine')]);
    expect([lost?.status, cut?.status, fine?.status]).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect((await counts()).apns).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
    const { deliveries: taken } = await deliveries();
    expect(taken.map((one) => one.token).sort()).toEqual(['cut', 'fine']);
  });

  it('resets the whole connection', async () => {
    await faults({ provider: 'apns', token: 'lost', share: 1, fault: 'reset', scope: 'connection' });
    const closed = new Promise((resolve) => http2.once('close', resolve));
    await expect(push('lost')).rejects.toThrow(/ECONNRESET/);
    await closed;
  });

  it('hangs: the stream gets no answer, others do', async () => {
    await faults({ provider: 'apns', token: 'stuck', share: 1, fault: 'hang', when: 'after' });
    let settled = false;
    const stuck = push('stuck').finally(() => (settled = true));
    stuck.catch(() => undefined);
    expect(await push('fine')).toMatchObject({ status: 200 });
    expect(settled).toBe(false);
    expect((await counts()).apns.accepted).toBe(2);
    http2.destroy();
    await expect(stuck).rejects.toThrow();
  });

  it('says GOAWAY: what it took is answered, what it did not take is refused as unprocessed', async () => {
    await faults(
      { provider: 'apns', token: 'slow*', share: 1, latencyMs: 50 },
      { provider: 'apns', token: 'later', share: 1, latencyMs: 100 },
      { provider: 'apns', token: 'away', share: 1, fault: 'goaway' },
    );
    expect(await push('first')).toMatchObject({ status: 200 });
    const waiting = Array.from({ length: 5 }, (_, i) => push(`slow${i}`));
    const all = await Promise.allSettled([...waiting, push('away')]);
    for (const one of all) {
      expect(one).toMatchObject({ status: 'rejected' });
      expect(String(one.status === 'rejected' && one.reason)).toContain('NGHTTP2_REFUSED_STREAM');
    }
    http2 = await session('apns');
    // Answered when the latency of those refused has passed: had one of them been taken after all, it would count by now.
    expect(await push('later')).toMatchObject({ status: 200 });
    expect((await counts()).apns).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
    await faults({ provider: 'apns', share: 1, fault: 'goaway', when: 'after' });
    const closed = once(http2, 'close');
    expect(await push('last')).toMatchObject({ status: 200 });
    await closed;
  });
});

describe('FCM', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let bearer: string;
  beforeAll(async () => {
    const answer = await token({});
    bearer = `Bearer ${String(answer.body?.access_token)}`;
  });

  const url = (path: string): string => `https://127.0.0.1:${simulators.endpoints.fcm.port}${path}`;
  async function token(claims: object, grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'): Promise<Answer> {
    const all = {
      iss: 'firebase@demo.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: 'https://oauth2.googleapis.com/token',
      iat: now(),
      exp: now() + 3600,
      ...claims,
    };
    const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(all)}`;
    const assertion = `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
    const response = await fetch(url('/token'), {
      method: 'POST',
      body: new URLSearchParams({ grant_type: grant, assertion }),
      dispatcher: trusting,
    });
    return { status: response.status, headers: {}, body: (await response.json()) as Record<string, unknown> };
  }
  async function send(message: unknown, authorization = bearer): Promise<Answer> {
    const response = await fetch(url('/v1/projects/demo/messages:send'), {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
      dispatcher: trusting,
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as Record<string, unknown>,
    };
  }
  const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

  it('gives access tokens for a sound assertion only', async () => {
    expect((await token({})).body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    expect(await token({ exp: now() - 4000, iat: now() - 7000 })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await token({ aud: 'https://example.com' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await token({ iss: undefined })).toMatchObject({ status: 400 });
    expect(await token({ scope: 'email' })).toMatchObject({ status: 400 });
    expect(await token({}, 'password')).toMatchObject({ body: { error: 'unsupported_grant_type' } });
  });

  it('takes messages over HTTP/1.1 and HTTP/2', async () => {
    const message = { token: 'device-1', notification: { title: 'hi' }, data: { heraldId: 'm-1' } };
    const first = await send(message);
    expect(first.status).toBe(200);
    expect(first.body?.name).toMatch(/^projects\/demo\/messages\/0:/);
    const http2 = await session('fcm');
    const body = JSON.stringify({ message: { ...message, token: 'device-2' } });
    const second = await ask(http2, '/v1/projects/demo/messages:send', { authorization: bearer }, body);
    http2.destroy();
    expect(second.status).toBe(200);
    const { deliveries: taken } = await deliveries('?provider=fcm&token=device-2');
    expect(taken).toMatchObject([{ messageId: 'm-1', payload: { message: { notification: { title: 'hi' } } } }]);
    expect((await counts()).fcm).toEqual({ accepted: 2, rejected: 0, distinct: 2 });
  });

  it('serves no stranger', async () => {
    const forged = bearer.replace(/\.\d+\./, `.${now() + 99_999}.`);
    for (const authorization of ['Bearer ya29.x', forged]) {
      const answer = await send({ token: 'd' }, authorization);
      expect(answer).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    }
  });

  it('says of a wrong message which field is wrong, and never blames the token', async () => {
    const wrong = [{ token: 'd', data: { a: 1 } }, {}, 7, { token: 'd', data: { a: 'x'.repeat(4096) } }];
    for (const message of wrong) {
      const { status, body } = await send(message);
      expect(status).toBe(400);
      const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }];
      expect(body).toMatchObject({ error: { status: 'INVALID_ARGUMENT', details } });
    }
  });

  it.each([
    [404, undefined, 'NOT_FOUND', 'UNREGISTERED'],
    [400, undefined, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
    [403, undefined, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'],
    [401, 'THIRD_PARTY_AUTH_ERROR', 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'],
    [429, undefined, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'],
    [500, undefined, 'INTERNAL', 'INTERNAL'],
    [503, undefined, 'UNAVAILABLE', 'UNAVAILABLE'],
  ])('fails with %i %s in Google’s shape', async (status, reason, name, errorCode) => {
    await faults({ provider: 'fcm', share: 1, status, retryAfterSeconds: 3, ...(reason && { reason }) });
    const answer = await send({ token: 'd' });
    expect(answer).toMatchObject({
      status,
      headers: { 'retry-after': '3' },
      body: { error: { code: status, status: name, details: [{ '@type': FCM_ERROR, errorCode }] } },
    });
  });

  it('takes a message and lies about it', async () => {
    await faults({ provider: 'fcm', share: 1, status: 500, when: 'after' });
    expect(await send({ token: 'd' })).toMatchObject({ status: 500 });
    expect((await counts()).fcm).toEqual({ accepted: 1, rejected: 0, distinct: 1 });
  });

  it('cuts the HTTP/1.1 connection after it took the message', async () => {
    await faults({ provider: 'fcm', share: 1, fault: 'reset', when: 'after' });
    await expect(send({ token: 'd' })).rejects.toThrow('fetch failed');
    expect((await counts()).fcm.accepted).toBe(1);
  });
});

describe('Web Push', () => {
  const vapid = webpush.generateVAPIDKeys();
  const agent = (): HttpsAgent => new HttpsAgent({ ca: authority.ca });
  const vapidDetails = { subject: 'mailto:ops@example.com', ...vapid };
  const subscribe = async (count: number): Promise<webpush.PushSubscription[]> => {
    const answer = await control('POST', '/subscriptions', { count });
    return (answer as { subscriptions: webpush.PushSubscription[] }).subscriptions;
  };
  const subscribeOnce = async (): Promise<webpush.PushSubscription> => {
    const [made] = await subscribe(1);
    return made ?? expect.unreachable();
  };
  const idOf = (subscription: webpush.PushSubscription): string => subscription.endpoint.split('/').at(-1) ?? '';

  it('hands out subscriptions and opens what web-push sends to them', async () => {
    const subscriptions = await subscribe(6);
    expect(new Set(subscriptions.map((one) => one.endpoint)).size).toBe(6);
    for (const [i, subscription] of subscriptions.entries()) {
      const text = JSON.stringify({ heraldId: `m-${i}`, title: 'Grüße' });
      const options = { vapidDetails, TTL: 60, topic: 'a'.repeat(32), urgency: 'high' as const, agent: agent() };
      const answer = await webpush.sendNotification(subscription, text, options);
      expect(answer.statusCode).toBe(201);
      expect(answer.headers.location).toMatch(/^https:/);
    }
    const { deliveries: taken } = await deliveries('?provider=webpush');
    expect(taken[5]).toMatchObject({
      token: subscriptions[5]?.endpoint.split('/').at(-1),
      messageId: 'm-5',
      payload: { headers: { ttl: '60', topic: 'a'.repeat(32), urgency: 'high' }, body: { title: 'Grüße' } },
    });
  });

  it('keeps its subscriptions good over a restart', async () => {
    const subscription = await subscribeOnce();
    const again = await startSimulators({ controlPort: 0, authority });
    const { port } = again.endpoints.webpush;
    const endpoint = subscription.endpoint.replace(/:\d+\//, `:${port}/`);
    const options = { vapidDetails, TTL: 0, agent: agent() };
    const answer = await webpush.sendNotification({ ...subscription, endpoint }, 'x', options);
    await again.stop();
    expect(answer.statusCode).toBe(201);
  });

  it('checks VAPID, TTL, Topic and size, and refuses a payload that no browser could open', async () => {
    const subscription = await subscribeOnce();
    const good = webpush.generateRequestDetails(subscription, 'hello', { vapidDetails, TTL: 60 });
    const other = webpush.generateRequestDetails({ ...subscription, endpoint: 'https://push.example.com/x' }, 'hello', {
      vapidDetails,
      TTL: 60,
    });
    const post = async (headers: Record<string, string | undefined>, body: Buffer = good.body ?? Buffer.alloc(0)) => {
      const all = Object.entries({ ...good.headers, ...headers }).filter(([, value]) => value !== undefined);
      const sent = Object.fromEntries(all.map(([name, value]) => [name, String(value)]));
      delete sent['Content-Length'];
      return (await fetch(subscription.endpoint, { method: 'POST', headers: sent, body, dispatcher: trusting })).status;
    };
    const [, token = '', key = ''] = /t=([^,]+), k=(.+)/.exec(String(good.headers.Authorization)) ?? [];
    expect(await post({})).toBe(201);
    expect(await post({ Authorization: undefined })).toBe(401);
    expect(await post({ Authorization: String(other.headers.Authorization) })).toBe(403);
    expect(await post({ Authorization: `vapid t=${token}, k=${webpush.generateVAPIDKeys().publicKey}` })).toBe(403);
    expect(await post({ Authorization: `vapid t=${token.slice(0, -8)}AAAAAAAA, k=${key}` })).toBe(403);
    expect(await post({ TTL: undefined })).toBe(400);
    expect(await post({ Topic: 'a'.repeat(33) })).toBe(400);
    expect(await post({ 'Content-Encoding': 'aesgcm' })).toBe(400);
    expect(await post({}, Buffer.alloc(4097))).toBe(413);
    expect(await post({}, Buffer.alloc(200))).toBe(400);
    const unknown = await fetch(subscription.endpoint.replace(/[^/]+$/, 'nobody'), {
      method: 'POST',
      dispatcher: trusting,
    });
    expect(unknown.status).toBe(404);
    expect((await counts()).webpush).toEqual({ accepted: 1, rejected: 10, distinct: 1 });
  });

  it('fails as the rules say', async () => {
    const [gone, busy] = [await subscribeOnce(), await subscribeOnce()];
    await faults(
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

describe('SMTP', () => {
  let transport: Transporter;
  beforeEach(() => {
    const { host, port } = simulators.endpoints.smtp;
    const auth = { user: 'app', pass: 'secret' };
    transport = createTransport({ host, port, requireTLS: true, tls: { ca: authority.ca }, auth });
  });
  afterEach(() => transport.close());
  const mail = (to: string, id = 'm-1'): Promise<SentMessageInfo> =>
    transport.sendMail({
      from: 'Shop <shop@example.com>',
      to,
      subject: 'Grüße 👋',
      html: '<p>Größe</p>',
      text: 'Größe',
      messageId: `<${id}@example.com>`,
      headers: { 'List-Unsubscribe': '<https://example.com/u>' },
    });

  it('takes mail over STARTTLS with a login, and shows it in parts', async () => {
    await mail('ann@example.org');
    const { deliveries: taken } = await deliveries('?provider=smtp');
    expect(taken).toMatchObject([
      {
        token: 'ann@example.org',
        messageId: 'm-1',
        payload: {
          envelope: { from: 'shop@example.com', to: 'ann@example.org' },
          subject: 'Grüße 👋',
          from: { address: 'shop@example.com', name: 'Shop' },
          html: '<p>Größe</p>\n',
          headers: { 'list-unsubscribe': '<https://example.com/u>' },
        },
      },
    ]);
  });

  it('refuses at AUTH, RCPT or DATA with the code of the rule', async () => {
    await faults(
      { provider: 'smtp', token: 'app', share: 1, status: 535, stage: 'auth', times: 1 },
      { provider: 'smtp', token: 'gone@*', share: 1, status: 550 },
      { provider: 'smtp', token: 'grey@*', share: 1, status: 451, reason: '4.7.1 Greylisted', times: 1 },
      { provider: 'smtp', token: 'spam@*', share: 1, status: 554, stage: 'data' },
      { provider: 'smtp', token: 'close@*', share: 1, status: 421 },
    );
    await expect(mail('a@x.org')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await expect(mail('gone@x.org')).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
    await expect(mail('grey@x.org')).rejects.toMatchObject({ responseCode: 451, response: '451 4.7.1 Greylisted' });
    await mail('grey@x.org');
    await expect(mail('spam@x.org')).rejects.toMatchObject({ responseCode: 554, command: 'DATA' });
    await expect(mail('close@x.org')).rejects.toMatchObject({ responseCode: 421 });
    expect((await counts()).smtp).toEqual({ accepted: 1, rejected: 4, distinct: 1 });
  });

  it('drops the connection before or after it took the mail', async () => {
    await faults(
      { provider: 'smtp', token: 'lost@*', share: 1, fault: 'reset' },
      { provider: 'smtp', token: 'cut@*', share: 1, fault: 'reset', when: 'after' },
      { provider: 'smtp', token: 'away@*', share: 1, fault: 'goaway', when: 'after' },
    );
    await expect(mail('lost@x.org')).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    await expect(mail('cut@x.org')).rejects.toMatchObject({ code: expect.stringMatching(/ECONN|ESOCKET/) });
    expect((await mail('away@x.org')).response).toMatch(/^250/);
    const { deliveries: taken } = await deliveries();
    expect(taken.map((one) => one.token)).toEqual(['cut@x.org', 'away@x.org']);
  });

  it('stores nothing but counts when told so', async () => {
    await control('PUT', '/mode', { store: false });
    await mail('ann@example.org');
    expect((await counts()).smtp).toEqual({ accepted: 1, rejected: 0, distinct: 0 });
    expect((await deliveries()).deliveries).toEqual([]);
  });
});

interface SmsPage {
  messages: Array<{ sid: string; to: string; date_sent: string }>;
  next_page_uri: unknown;
}
function readPage({ body }: Answer): SmsPage {
  return { messages: body?.messages as SmsPage['messages'], next_page_uri: body?.next_page_uri };
}

describe('Twilio', () => {
  const ACCOUNT = `AC${'0'.repeat(32)}`;
  async function call(method: string, query: string, form?: Record<string, string>, user = ACCOUNT): Promise<Answer> {
    const { port } = simulators.endpoints.sms;
    const response = await fetch(`https://127.0.0.1:${port}/2010-04-01/Accounts/${ACCOUNT}/Messages.json${query}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${user}:token`).toString('base64')}` },
      dispatcher: trusting,
      ...(form && { body: new URLSearchParams(form) }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as Record<string, unknown>,
    };
  }
  const find = async (parameters: Record<string, string>): Promise<SmsPage> =>
    readPage(await call('GET', `?${new URLSearchParams(parameters).toString()}`));
  const send = (form: Record<string, string>): Promise<Answer> =>
    call('POST', '', { To: '+4915112345678', From: '+15005550006', Body: 'hello', ...form });

  it('queues a message and finds it again by number, sender and time', async () => {
    const since = new Date(Date.now() - 1000).toISOString();
    const sent = await send({ StatusCallback: 'https://example.com/cb' });
    expect(sent).toMatchObject({
      status: 201,
      body: { status: 'queued', to: '+4915112345678', from: '+15005550006', body: 'hello', error_code: null },
    });
    expect(sent.body?.sid).toMatch(/^SM[0-9a-f]{32}$/);
    await send({ To: '+4915100000000' });
    const found = await find({ To: '+4915112345678', From: '+15005550006', 'DateSent>': since, PageSize: '20' });
    expect(found.messages).toMatchObject([{ sid: sent.body?.sid, body: 'hello', direction: 'outbound-api' }]);
    expect(Date.parse(found.messages[0]?.date_sent ?? '')).toBeGreaterThan(Date.parse(since) - 1000);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await find({ To: '+4915112345678', 'DateSent>': tomorrow })).messages).toEqual([]);
    expect((await find({ From: '+1' })).messages).toEqual([]);
    const firstPage = await find({ PageSize: '1' });
    expect(firstPage.messages).toHaveLength(1);
    expect(firstPage.next_page_uri).toContain('Page=1');
    expect((await find({ PageSize: '1', Page: '1' })).next_page_uri).toBeNull();
    const { deliveries: taken } = await deliveries('?provider=sms&token=%2B4915112345678');
    expect(taken).toMatchObject([
      {
        messageId: createHash('sha256').update('+15005550006\0hello').digest('hex').slice(0, 32),
        payload: { StatusCallback: 'https://example.com/cb' },
      },
    ]);
  });

  it('serves the twilio library', async () => {
    const { default: twilio } = await import('twilio');
    const client = twilio(ACCOUNT, 'token', { ca: authority.ca });
    client.api.baseUrl = `https://127.0.0.1:${simulators.endpoints.sms.port}`;
    const sent = await client.messages.create({ to: '+4915112345678', from: '+15005550006', body: 'hi' });
    expect(sent.status).toBe('queued');
    const listed = await client.messages.list({ to: '+4915112345678', dateSentAfter: new Date(Date.now() - 5000) });
    expect(listed.map((one) => one.sid)).toEqual([sent.sid]);
    expect(listed[0]?.dateSent.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it('refuses in Twilio’s shape', async () => {
    expect(await send({ To: '12345' })).toMatchObject({
      status: 400,
      body: { code: 21211, status: 400, more_info: 'https://www.twilio.com/docs/errors/21211' },
    });
    expect(await send({ To: '' })).toMatchObject({ body: { code: 21604 } });
    expect(await send({ From: '' })).toMatchObject({ body: { code: 21603 } });
    expect(await send({ Body: '' })).toMatchObject({ body: { code: 21602 } });
    expect(await send({ Body: 'x'.repeat(1601) })).toMatchObject({ body: { code: 21617 } });
    expect(await call('POST', '', {}, 'ACother')).toMatchObject({ status: 401, body: { code: 20003 } });
  });

  it('fails as the rules say; a message taken before the cut can be found', async () => {
    await faults(
      { provider: 'sms', token: '+491*', share: 1, status: 400, reason: '21610' },
      { provider: 'sms', token: '+492*', share: 1, status: 429, retryAfterSeconds: 1 },
      { provider: 'sms', token: '+493*', share: 1, fault: 'reset', when: 'after' },
      { provider: 'sms', token: '+494*', share: 1, fault: 'reset' },
    );
    expect(await send({ To: '+4911234567' })).toMatchObject({ status: 400, body: { code: 21610 } });
    expect(await send({ To: '+4921234567' })).toMatchObject({ status: 429, body: { code: 20429 } });
    await expect(send({ To: '+4931234567' })).rejects.toThrow();
    await expect(send({ To: '+4941234567' })).rejects.toThrow();
    const { messages } = await find({ PageSize: '10' });
    expect(messages.map((one) => one.to)).toEqual(['+4931234567']);
  });
});

describe('the control API', () => {
  const raw = (method: string, path: string, body?: string): ReturnType<typeof fetch> =>
    fetch(simulators.controlUrl + path, { method, ...(body !== undefined && { body }) });

  it('says where everything is', async () => {
    expect(await control('GET', '/endpoints')).toEqual(simulators.endpoints);
    expect(simulators.endpoints.ca).toBe(authority.ca);
  });

  it('answers health checks and shows its counts as metrics', async () => {
    expect((await raw('GET', '/health/live')).status).toBe(200);
    expect((await raw('GET', '/health/ready')).status).toBe(200);
    expect(await (await raw('GET', '/metrics')).text()).toMatch(/herald_simulator_messages\{.*provider="apns"/);
  });

  it('shows the plan of faults that is in force', async () => {
    const plan = { seed: 9, rules: [{ provider: 'sms', share: 0.5, status: 503 }] };
    expect(await control('PUT', '/faults', plan)).toEqual(plan);
    expect(await control('GET', '/faults')).toEqual(plan);
  });

  it.each([
    ['PUT', '/faults', 'nonsense', 400],
    ['PUT', '/faults', '{"rules":[{"provider":"apns","share":3,"status":500}]}', 400],
    ['PUT', '/mode', '{"store":"no"}', 400],
    ['POST', '/subscriptions', '{"count":0}', 400],
    ['POST', '/subscriptions', '{"count":1e9}', 400],
    ['POST', '/subscriptions', '[]', 400],
    ['GET', '/deliveries?limit=-1', undefined, 400],
    ['GET', '/deliveries?provider=pigeon', undefined, 400],
    ['POST', '/faults', '{}', 405],
    ['GET', '/constructor', undefined, 404],
  ])('refuses %s %s %s and changes nothing', async (method, path, body, status) => {
    const before = [await control('GET', '/faults'), await control('GET', '/mode')];
    const answer = await raw(method, path, body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toHaveProperty('error');
    expect([await control('GET', '/faults'), await control('GET', '/mode')]).toEqual(before);
  });

  it('says which port is taken, and leaves nothing listening', async () => {
    const ports = { apns: 0, sms: simulators.endpoints.sms.port };
    await expect(startSimulators({ controlPort: 0, authority, ports })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(startSimulators({ controlPort: simulators.controlPort, authority })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
