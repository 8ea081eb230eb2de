import { randomUUID } from 'node:crypto';
import {
  retryAfter,
  type HttpProtocol,
  type MessageOutcome,
  type ProviderRequest,
  type RequestOutcome,
  type Reply,
} from '../server/exchange.js';
import type { FaultRule } from '../server/fault-injector.js';
import { KnownCredentials } from '../server/known-credentials.js';
import { parseObject } from '../server/jwt.js';
import { decryptAes128gcm } from './aes128gcm.js';
import type { Autopush } from './autopush.js';
import { flavourOf, PUSH_SERVICES, type PushRefusal } from './push-flavours.js';
import type { Subscriptions } from './subscriptions.js';
import { readKey, VapidVerifier } from './vapid.js';

const MAX_BODY = 4096;
const TOPIC = /^[A-Za-z0-9_-]{1,32}$/;
const URGENCIES = ['very-low', 'low', 'normal', 'high'];

/**
 * A push service of RFC 8030 with VAPID (RFC 8292). The token is the last part of the endpoint. Messages to subscriptions of
 * the simulator are decrypted (RFC 8291); messages to browsers are passed on encrypted, as in a real push service. Under the
 * names of Apple's and Microsoft's services it answers as they do.
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
    const flavour = flavourOf(host);
    const refused = (refusal: PushRefusal, words: string): RequestOutcome => ({
      kind: 'refused',
      reply: flavour.refuse(refusal, words),
    });
    const token = flavour.path.exec(request.path)?.[1];
    const keys = token === undefined ? undefined : this.subscriptions.keysOf(token);
    const browser = token === undefined || keys ? undefined : this.autopush.findEndpoint(token);
    if (browser === 'retired') {
      return refused('ended', 'push subscription has unsubscribed or expired.');
    }
    if (token === undefined || (keys === undefined && browser === undefined)) {
      return refused('no-subscription', 'push subscription not found');
    }
    if (request.method !== 'POST') {
      return refused('method', 'only POST is served here');
    }
    if (headers.authorization === undefined) {
      return refused('no-vapid', 'a VAPID Authorization header is required');
    }
    const fault = this.vapid.verifyHeader(headers.authorization, `https://${host}`);
    if (fault !== undefined) {
      return refused('bad-vapid', `invalid VAPID: ${fault}`);
    }
    const sender = readKey(headers.authorization) ?? '';
    // Subscriptions of the simulator have the key of `PUT /credentials`, if any.
    const ownKey = browser ? browser.key : this.credentials.get('webpush')?.publicKey;
    if (ownKey && ownKey !== sender) {
      return refused('other-key', 'the VAPID key is not the one of the subscription');
    }
    const wrong = checkHeaders(request);
    if (wrong !== undefined) {
      return refused(...wrong);
    }
    if (request.size > MAX_BODY) {
      return refused('too-large', 'push message payload is too large');
    }
    const id = randomUUID();
    const acceptance = flavour.accept(host);
    const reply = { ...acceptance, headers: { ...acceptance.headers, ttl: String(headers.ttl) } };
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
        host,
        messageId: id,
        payload: () => ({ headers: storedHeaders }),
        reply,
        onAccepted,
      };
    }
    if (!storing || request.size === 0) {
      return {
        kind: 'message',
        sender,
        token,
        host,
        messageId: id,
        payload: () => ({ headers: storedHeaders }),
        reply,
      };
    }
    let plain: string;
    try {
      plain = decryptAes128gcm(body, keys).toString('utf8');
    } catch (error) {
      // A real service cannot decrypt; here a body that no browser could decrypt must not count as a delivery.
      const why = error instanceof Error ? error.message : String(error);
      return refused('bad-encryption', `the payload cannot be opened: ${why}`);
    }
    const json = parseObject(plain);
    return {
      kind: 'message',
      sender,
      token,
      host,
      messageId: typeof json?.heraldId === 'string' ? json.heraldId : id,
      payload: () => ({ headers: storedHeaders, body: json ?? plain }),
      reply,
    };
  }

  refuse(rule: FaultRule, { host = '' }: MessageOutcome): Reply {
    const reply = flavourOf(host).fail(rule.status ?? 500, rule.reason);
    return { ...reply, headers: { ...reply.headers, ...retryAfter(rule) } };
  }
}

/** The refusal of the headers; Apple takes no TTL of 0. */
function checkHeaders({ headers, host, size }: ProviderRequest): readonly [PushRefusal, string] | undefined {
  const { ttl, topic, urgency } = headers;
  const isApple = flavourOf(host) === flavourOf(PUSH_SERVICES.apple.host);
  if (typeof ttl !== 'string' || !/^\d{1,10}$/.test(ttl) || (isApple && Number(ttl) === 0)) {
    return ['bad-ttl', 'the TTL header is required and must be a number of seconds'];
  }
  if (topic !== undefined && (typeof topic !== 'string' || !TOPIC.test(topic))) {
    return ['bad-topic', 'Topic must be at most 32 characters of the URL-safe base64 alphabet'];
  }
  if (urgency !== undefined && (typeof urgency !== 'string' || !URGENCIES.includes(urgency))) {
    return ['bad-urgency', `Urgency must be one of ${URGENCIES.join(', ')}`];
  }
  return size > 0 && headers['content-encoding'] !== 'aes128gcm'
    ? ['bad-encryption', 'Content-Encoding must be aes128gcm']
    : undefined;
}

function pushHeaders({ ttl, topic, urgency }: ProviderRequest['headers']): Record<string, unknown> {
  return { ttl, topic, urgency };
}
