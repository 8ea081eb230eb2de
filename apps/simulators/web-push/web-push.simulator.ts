import { randomUUID } from 'node:crypto';
import {
  retryAfter,
  type HttpProtocol,
  type ProviderRequest,
  type RequestOutcome,
  type Reply,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import { KnownCredentials } from '../server/known-credentials.js';
import { parseObject } from '../server/jwt.js';
import { decryptAes128gcm } from './aes128gcm.js';
import type { Autopush } from './autopush.js';
import type { Subscriptions } from './subscriptions.js';
import { readKey, VapidVerifier } from './vapid.js';

const MAX_BODY = 4096;
const PATH = /^\/wp\/([A-Za-z0-9_-]{1,64})$/;
const TOPIC = /^[A-Za-z0-9_-]{1,32}$/;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

const TEXTS: Record<number, string> = {
  404: 'push subscription not found',
  410: 'push subscription has unsubscribed or expired.',
  413: 'push message payload is too large',
  429: 'too many requests',
};

/**
 * A push service of RFC 8030 with VAPID (RFC 8292). The token is the last part of the endpoint. Messages to subscriptions of
 * the simulator are decrypted (RFC 8291); messages to browsers are passed on encrypted, as in a real push service.
 */
export class WebPushSimulator implements HttpProtocol {
  readonly provider = 'webpush';
  readonly maxBody = MAX_BODY + 1;
  private readonly vapid = new VapidVerifier();

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly autopush: Autopush,
    private readonly credentials = new KnownCredentials(),
  ) {}

  read(request: ProviderRequest, storing: boolean): RequestOutcome {
    const { body, headers, host } = request;
    const token = PATH.exec(request.path)?.[1];
    const keys = token === undefined ? undefined : this.subscriptions.keysOf(token);
    const browser = token === undefined || keys ? undefined : this.autopush.findEndpoint(token);
    if (browser === 'retired') {
      return refused(410, 'push subscription has unsubscribed or expired.');
    }
    if (token === undefined || (keys === undefined && browser === undefined)) {
      return refused(404, 'push subscription not found');
    }
    if (request.method !== 'POST') {
      return refused(405, 'only POST is served here');
    }
    if (headers.authorization === undefined) {
      return refused(401, 'a VAPID Authorization header is required');
    }
    const fault = this.vapid.verifyHeader(headers.authorization, `https://${host}`);
    if (fault !== undefined) {
      return refused(403, `invalid VAPID: ${fault}`);
    }
    const sender = readKey(headers.authorization) ?? '';
    // Subscriptions of the simulator have the key that it was told, if any.
    const ownKey = browser ? browser.key : this.credentials.get('webpush')?.publicKey;
    if (ownKey && ownKey !== sender) {
      return refused(403, 'the VAPID key is not the one of the subscription');
    }
    const wrong = checkHeaders(request);
    if (wrong !== undefined) {
      return refused(400, wrong);
    }
    if (request.size > MAX_BODY) {
      return refused(413, 'push message payload is too large');
    }
    const id = randomUUID();
    const reply = { status: 201, headers: { location: `https://${host}/m/${id}`, ttl: String(headers.ttl) } };
    const storedHeaders = pushHeaders(headers);
    if (keys === undefined) {
      const { ttl, topic, 'content-encoding': encoding } = headers;
      const message = {
        body,
        encoding: request.size > 0 ? encoding : undefined,
        ttlSeconds: Number(ttl),
        topic: typeof topic === 'string' ? topic : undefined,
      };
      const onAccepted = (): void => this.autopush.push(token, message);
      return {
        kind: 'message',
        sender,
        token,
        messageId: id,
        payload: () => ({ headers: storedHeaders }),
        reply,
        onAccepted,
      };
    }
    if (!storing || request.size === 0) {
      return { kind: 'message', sender, token, messageId: id, payload: () => ({ headers: storedHeaders }), reply };
    }
    let plain: string;
    try {
      plain = decryptAes128gcm(body, keys).toString('utf8');
    } catch (error) {
      // A real service cannot decrypt; here a body that no browser could decrypt must not count as a delivery.
      return refused(400, `the payload cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
    const json = parseObject(plain);
    return {
      kind: 'message',
      sender,
      token,
      messageId: typeof json?.heraldId === 'string' ? json.heraldId : id,
      payload: () => ({ headers: storedHeaders, body: json ?? plain }),
      reply,
    };
  }

  refuse(rule: FaultRule): Reply {
    const status = rule.status ?? 500;
    const text = rule.reason ?? TEXTS[status] ?? 'the push service has failed';
    return { status, headers: { 'content-type': 'text/plain', ...retryAfter(rule) }, body: text };
  }
}

function checkHeaders({ headers, size }: ProviderRequest): string | undefined {
  const { ttl, topic, urgency } = headers;
  if (typeof ttl !== 'string' || !/^\d{1,10}$/.test(ttl)) {
    return 'the TTL header is required and must be a number of seconds';
  }
  if (topic !== undefined && (typeof topic !== 'string' || !TOPIC.test(topic))) {
    return 'Topic must be at most 32 characters of the URL-safe base64 alphabet';
  }
  if (urgency !== undefined && (typeof urgency !== 'string' || !URGENCIES.includes(urgency))) {
    return `Urgency must be one of ${URGENCIES.join(', ')}`;
  }
  return size > 0 && headers['content-encoding'] !== 'aes128gcm' ? 'Content-Encoding must be aes128gcm' : undefined;
}

function pushHeaders({ ttl, topic, urgency }: ProviderRequest['headers']): Record<string, unknown> {
  return { ttl, topic, urgency };
}

function refused(status: number, text: string): RequestOutcome {
  return { kind: 'refused', reply: { status, headers: { 'content-type': 'text/plain' }, body: text } };
}
