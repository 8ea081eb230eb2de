import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import webpush from 'web-push';
import { WebSocket } from 'ws';
import { Lab } from '../lab.js';
import { decryptAes128gcm, type ReceiverKeys } from './aes128gcm.js';

let lab: Lab;
const open: Firefox[] = [];
beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());
beforeEach(() => lab.reset());
afterEach(() => {
  open.splice(0).forEach((browser) => browser.close());
});

type Message = Record<string, unknown>;

/** Speaks as Firefox does. */
class Firefox {
  private readonly came: Message[] = [];
  private wake: () => void = () => undefined;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.came.push(JSON.parse(data.toString()) as Message);
      this.wake();
    });
    socket.on('close', () => {
      this.came.push({ messageType: 'closed' });
      this.wake();
    });
    socket.on('error', () => undefined);
  }

  static async connect(): Promise<Firefox> {
    const url = `${lab.simulators.controlUrl.replace('http', 'ws')}/autopush`;
    const socket = new WebSocket(url, 'push-notification');
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const firefox = new Firefox(socket);
    open.push(firefox);
    return firefox;
  }

  static async hello(uaid = ''): Promise<{ firefox: Firefox; uaid: string }> {
    const firefox = await Firefox.connect();
    const answer = await firefox.ask({ messageType: 'hello', uaid, use_webpush: true, broadcasts: {} });
    expect(answer).toMatchObject({ messageType: 'hello', status: 200, use_webpush: true });
    return { firefox, uaid: String(answer['uaid']) };
  }

  say(message: Message | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  async next(): Promise<Message> {
    while (this.came.length === 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.came.shift() ?? {};
  }

  ask(message: Message | string): Promise<Message> {
    this.say(message);
    return this.next();
  }

  /** Makes a subscription, with keys of its own as a browser has. */
  async subscribe(key?: string): Promise<{ subscription: webpush.PushSubscription; keys: ReceiverKeys; id: string }> {
    const id = randomUUID();
    const answer = await this.ask({ messageType: 'register', channelID: id, key });
    expect(answer).toMatchObject({ messageType: 'register', channelID: id, status: 200 });
    const ecdh = createECDH('prime256v1');
    const keys = { publicKey: ecdh.generateKeys(), privateKey: ecdh.getPrivateKey(), auth: randomBytes(16) };
    const words = { p256dh: keys.publicKey.toString('base64url'), auth: keys.auth.toString('base64url') };
    return { subscription: { endpoint: String(answer['pushEndpoint']), keys: words }, keys, id };
  }

  close(): void {
    this.socket.terminate();
  }
}

describe('Push server of a browser', () => {
  const vapid = webpush.generateVAPIDKeys();
  const vapidDetails = { subject: 'mailto:ops@example.com', ...vapid };
  const push = async (
    to: webpush.PushSubscription,
    text: string,
    more: webpush.RequestOptions = {},
  ): Promise<number> => {
    const agent = new HttpsAgent({ ca: lab.authority.ca });
    const answer = await webpush
      .sendNotification(to, text, { vapidDetails, TTL: 60, agent, ...more })
      .catch((error: unknown) => {
        if (error instanceof webpush.WebPushError) {
          return error;
        }
        throw error;
      });
    return answer.statusCode;
  };
  const opened = ({ data }: Message, keys: ReceiverKeys): string =>
    decryptAes128gcm(Buffer.from(String(data), 'base64url'), keys).toString();

  it('The push server delivers a push unchanged, and again until the browser acknowledges it', async () => {
    const { firefox, uaid } = await Firefox.hello();
    const { subscription, keys, id } = await firefox.subscribe();
    expect(subscription.endpoint).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/wp\//);
    expect(await push(subscription, 'first')).toBe(201);
    const first = await firefox.next();
    expect(first).toMatchObject({ messageType: 'notification', channelID: id, headers: { encoding: 'aes128gcm' } });
    expect(opened(first, keys)).toBe('first');
    firefox.close();

    const { firefox: again, uaid: same } = await Firefox.hello(uaid);
    expect(same).toBe(uaid);
    const repeated = await again.next();
    expect(repeated).toEqual(first);
    again.say({ messageType: 'ack', updates: [{ channelID: id, version: first['version'], code: 100 }] });
    expect(await again.ask('{}')).toEqual({});
    again.close();

    const { firefox: third } = await Firefox.hello(uaid);
    expect(await push(subscription, 'second')).toBe(201);
    expect(opened(await third.next(), keys)).toBe('second');
    expect((await lab.counts()).webpush).toMatchObject({ accepted: 2, rejected: 0 });
  });

  it('The push server keeps pushes with a TTL for an absent browser, and only the newest of each topic', async () => {
    const { firefox, uaid } = await Firefox.hello();
    const { subscription, keys } = await firefox.subscribe();
    firefox.close();
    expect(await push(subscription, 'lost', { TTL: 0 })).toBe(201);
    expect(await push(subscription, 'replaced', { topic: 'offer' })).toBe(201);
    expect(await push(subscription, 'other', { topic: 'other' })).toBe(201);
    expect(await push(subscription, 'newest', { topic: 'offer' })).toBe(201);
    const { firefox: again } = await Firefox.hello(uaid);
    expect([opened(await again.next(), keys), opened(await again.next(), keys)]).toEqual(['other', 'newest']);
    expect(await again.ask('{}')).toEqual({});
  });

  it('The push server accepts only pushes with the key of the subscription', async () => {
    const { firefox } = await Firefox.hello();
    const { subscription } = await firefox.subscribe(vapid.publicKey);
    const otherKeys = { subject: 'mailto:ops@example.com', ...webpush.generateVAPIDKeys() };
    expect(await push(subscription, 'x', { vapidDetails: otherKeys })).toBe(403);
    expect(await push(subscription, 'x')).toBe(201);
  });

  it('The push server answers 410 after an unsubscription and 404 for an unknown subscription', async () => {
    const { firefox } = await Firefox.hello();
    const { subscription, id } = await firefox.subscribe();
    expect(await firefox.ask({ messageType: 'unregister', channelID: id, code: 200 })).toEqual({
      messageType: 'unregister',
      channelID: id,
      status: 200,
    });
    expect(await push(subscription, 'x')).toBe(410);
    const never = subscription.endpoint.replace(/browser-.*/, `browser-${randomUUID()}`);
    expect(await push({ ...subscription, endpoint: never }, 'x')).toBe(404);
    expect(await push((await firefox.subscribe()).subscription, '')).toBe(201);
    expect(await firefox.next()).not.toHaveProperty('data');
  });

  it('The push server gives an unknown browser a new id, and closes the connection on a protocol error', async () => {
    const { uaid } = await Firefox.hello('0123456789abcdef0123456789abcdef');
    expect(uaid).not.toBe('0123456789abcdef0123456789abcdef');
    for (const words of ['no json', { messageType: 'register', channelID: randomUUID() }, { messageType: 'hello' }]) {
      const stranger = await Firefox.connect();
      expect(await stranger.ask(words)).toEqual({ messageType: 'closed' });
    }
  });
});
