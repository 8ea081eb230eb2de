import { generateKeyPairSync, sign } from 'node:crypto';
import http2 from 'node:http2';
import { Pool } from 'undici';
import webpush from 'web-push';
import { SimulatorClient } from '../../../test/support/processes/simulator-client.js';
import { type BareChannel, type Endpoints, openSms, openSmtp, type SendOne } from './bare-mailboxes.js';

/**
 * The least that a client can do: the same requests as the product's, over the best plain transport, with everything
 * that can be kept kept (token, VAPID header, connection), and no database, queue or rendering. Its CPU time is the
 * yardstick of `bench send`.
 */
const [control = '', platform = 'IOS', count = '10000'] = process.argv.slice(2);
const messages = Number(count);
const IN_FLIGHT: number = platform === 'EMAIL' ? 5 : platform === 'SMS' ? 50 : 200;
const WARM_UP = platform === 'EMAIL' ? 500 : 5000;
/** Web push: how many receivers take turns. */
const SUBSCRIPTIONS = 1000;

const endpoints = (await (await fetch(`${control}/endpoints`)).json()) as Endpoints;
const client = await openClient();
await loop(client.send, WARM_UP);
const cpu = process.cpuUsage();
const started = performance.now();
await loop(client.send, messages);
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - started) / 1000;
client.close();
process.send?.({ cpuMsPer1000: ((user + system) / 1000 / messages) * 1000, ratePerS: messages / seconds });

async function loop(send: SendOne, total: number): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < total) {
      await send(next++);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, run));
}

async function openClient(): Promise<BareChannel> {
  switch (platform) {
    case 'IOS':
      return openApns();
    case 'ANDROID':
      return openFcm();
    case 'EMAIL':
      return openSmtp(endpoints);
    case 'SMS':
      return openSms(endpoints);
    default:
      return openWebPush();
  }
}

async function openApns(): Promise<BareChannel> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const head = segment({ alg: 'ES256', kid: 'BARECLIENT' });
  const claims = segment({ iss: 'TEAM123456', iat: Math.floor(Date.now() / 1000) });
  const signature = sign('sha256', Buffer.from(`${head}.${claims}`), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const authorization = `bearer ${head}.${claims}.${signature.toString('base64url')}`;
  const session = await connect(endpoints.apns.port);
  const body = JSON.stringify({
    aps: { alert: { title: 'Spring sale', body: 'Everything 20 % off, today only' }, sound: 'default' },
    campaign: 'spring',
    shelf: 'a1',
    tier: 'gold',
  });
  const send: SendOne = (index) =>
    exchange(
      session,
      {
        ':method': 'POST',
        ':path': `/3/device/${index.toString(16).padStart(64, '0')}`,
        authorization,
        'apns-topic': 'com.example.bare',
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-id': `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      },
      body,
    );
  return { send, close: () => session.close() };
}

async function openFcm(): Promise<BareChannel> {
  const session = await connect(endpoints.fcm.port);
  const token = await fcmToken(session);
  const send: SendOne = (index) =>
    exchange(
      session,
      {
        ':method': 'POST',
        ':path': '/v1/projects/bare/messages:send',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      JSON.stringify({
        message: {
          token: `f${String(index).padStart(21, '0')}:${'APA91b'.repeat(21)}${index}`,
          notification: { title: 'Spring sale', body: 'Everything 20 % off, today only' },
          android: { notification: { tag: `bare-${index}` } },
          data: { campaign: 'spring', shelf: 'a1', tier: 'gold' },
        },
      }),
    );
  return { send, close: () => session.close() };
}

async function fcmToken(session: http2.ClientHttp2Session): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = Math.floor(Date.now() / 1000);
  const head = segment({ alg: 'RS256', typ: 'JWT' });
  const claims = segment({
    iss: 'bare@bare.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: 'https://oauth2.googleapis.com/token',
    iat: now,
    exp: now + 3600,
  });
  const signature = sign('sha256', Buffer.from(`${head}.${claims}`), privateKey);
  const assertion = `${head}.${claims}.${signature.toString('base64url')}`;
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const answer = await text(
    session,
    { ':method': 'POST', ':path': '/token', 'content-type': 'application/x-www-form-urlencoded' },
    body.toString(),
  );
  return (JSON.parse(answer) as { access_token: string }).access_token;
}

async function openWebPush(): Promise<BareChannel> {
  const subscriptions = await new SimulatorClient(control).subscriptions(SUBSCRIPTIONS);
  const origin = new URL(subscriptions[0]?.endpoint ?? '').origin;
  const keys = webpush.generateVAPIDKeys();
  const { Authorization } = webpush.getVapidHeaders(
    origin,
    'mailto:bare@example.com',
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  );
  const pool = new Pool(origin, { connections: 50, connect: { ca: endpoints.ca } });
  const payload = JSON.stringify({ title: 'Spring sale', body: 'Everything 20 % off, today only', campaign: 'spring' });
  const send: SendOne = async (index) => {
    const subscription = subscriptions[index % SUBSCRIPTIONS];
    if (!subscription) {
      throw new Error('The simulator made too few subscriptions');
    }
    const details = webpush.generateRequestDetails(subscription, payload, { TTL: 60, headers: { Authorization } });
    const answer = await pool.request({
      method: 'POST',
      path: new URL(details.endpoint).pathname,
      headers: details.headers as Record<string, string>,
      body: details.body ?? null,
    });
    await answer.body.dump();
    check(answer.statusCode);
  };
  return { send, close: () => void pool.close() };
}

async function connect(port: number): Promise<http2.ClientHttp2Session> {
  const session = http2.connect(`https://localhost:${port}`, { ca: endpoints.ca });
  await new Promise((resolve, reject) => {
    session.once('remoteSettings', resolve);
    session.once('error', reject);
  });
  return session;
}

function exchange(session: http2.ClientHttp2Session, headers: http2.OutgoingHttpHeaders, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers);
    stream.on('response', (answer) => check(Number(answer[':status'])));
    stream.on('end', resolve);
    stream.on('error', reject);
    stream.resume();
    stream.end(body);
  });
}

async function text(
  session: http2.ClientHttp2Session,
  headers: http2.OutgoingHttpHeaders,
  body: string,
): Promise<string> {
  const stream = session.request(headers);
  stream.end(body);
  let answer = '';
  for await (const part of stream.setEncoding('utf8')) {
    answer += part as string;
  }
  return answer;
}

function check(status: number): void {
  if (status !== 200 && status !== 201) {
    throw new Error(`The simulator answered ${status}`);
  }
}

function segment(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url');
}
