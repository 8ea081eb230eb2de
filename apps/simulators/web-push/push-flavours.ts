import { randomBytes, randomUUID } from 'node:crypto';
import type { Reply } from '../server/exchange.js';

/** Why a push service refuses a message. */
export type PushRefusal =
  | 'no-subscription'
  | 'ended'
  | 'method'
  | 'no-vapid'
  | 'bad-vapid'
  | 'other-key'
  | 'bad-ttl'
  | 'bad-topic'
  | 'bad-urgency'
  | 'bad-encryption'
  | 'too-large';

/** How one push service answers. */
export interface PushFlavour {
  /** The id in the path of an endpoint. */
  readonly path: RegExp;
  endpointPath(id: string): string;
  accept(host: string): Reply;
  refuse(refusal: PushRefusal, words: string): Reply;
  /** The answer of a fault. @param reason  the service's own name of it, or its words */
  fail(status: number, reason: string | undefined): Reply;
}

const STATUSES: Readonly<Record<PushRefusal, number>> = {
  'no-subscription': 404,
  ended: 410,
  method: 405,
  'no-vapid': 401,
  'bad-vapid': 403,
  'other-key': 403,
  'bad-ttl': 400,
  'bad-topic': 400,
  'bad-urgency': 400,
  'bad-encryption': 400,
  'too-large': 413,
};

const TEXTS: Readonly<Record<number, string>> = {
  404: 'push subscription not found',
  410: 'push subscription has unsubscribed or expired.',
  413: 'push message payload is too large',
  429: 'too many requests',
};

/** RFC 8030 and RFC 8292, with text for people: Mozilla's autopush and FCM. */
const STANDARD: PushFlavour = {
  path: /^\/wp\/([A-Za-z0-9_-]{1,64})$/,
  endpointPath: (id) => `/wp/${id}`,
  accept: (host) => ({ status: 201, headers: { location: `https://${host}/m/${randomUUID()}` } }),
  refuse: (refusal, words) => text(STATUSES[refusal], words),
  fail: (status, reason) => text(status, reason ?? TEXTS[status] ?? 'the push service has failed'),
};

/** Apple's reasons, and the first of each status for faults that name none. */
const APPLE_REASONS: Readonly<Record<PushRefusal, readonly [status: number, reason: string]>> = {
  'no-subscription': [404, 'BadPath'],
  ended: [410, 'Unregistered'],
  method: [405, 'MethodNotAllowed'],
  'no-vapid': [403, 'BadJwtToken'],
  'bad-vapid': [403, 'BadJwtToken'],
  'other-key': [400, 'VapidPkHashMismatch'],
  'bad-ttl': [400, 'BadTtl'],
  'bad-topic': [400, 'BadWebPushTopic'],
  'bad-urgency': [400, 'BadUrgency'],
  'bad-encryption': [400, 'BadWebPushRequest'],
  'too-large': [413, 'PayloadTooLarge'],
};
const APPLE_FAULTS: Readonly<Record<number, string>> = {
  400: 'BadWebPushRequest',
  403: 'BadJwtToken',
  404: 'BadPath',
  405: 'MethodNotAllowed',
  410: 'Unregistered',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

/** Safari: a JSON body with a reason (Apple, "Sending web push notifications in web apps and browsers"). */
const APPLE: PushFlavour = {
  path: /^\/([A-Za-z0-9_-]{1,64})$/,
  endpointPath: (id) => `/${id}`,
  accept: () => ({ status: 201, headers: { 'apns-id': randomUUID().toUpperCase() } }),
  refuse: (refusal) => apple(...APPLE_REASONS[refusal]),
  fail: (status, reason) => apple(status, reason ?? APPLE_FAULTS[status] ?? 'InternalServerError'),
};

/** Values of `X-WNS-Status`. */
const WNS_STATUSES: readonly string[] = ['dropped', 'channelthrottled'];
const WNS_CODES: Readonly<Partial<Record<PushRefusal, number>>> = { 'bad-vapid': 401, 'other-key': 401 };

/**
 * Edge: no body, and headers of WNS (Microsoft, "Push notification service request and response headers"). A fault with the
 * reason `dropped` or `channelthrottled` says that in `X-WNS-Status`, also under 200.
 */
const WINDOWS: PushFlavour = {
  path: /^\/w\/\?token=([A-Za-z0-9_-]{1,64})$/,
  endpointPath: (id) => `/w/?token=${id}`,
  accept: () => wns(201, 'received'),
  refuse: (refusal, words) => wns(WNS_CODES[refusal] ?? STATUSES[refusal], 'dropped', words),
  fail: (status, reason = '') =>
    WNS_STATUSES.includes(reason)
      ? wns(status, reason)
      : wns(status, status === 406 ? 'channelthrottled' : 'dropped', reason || TEXTS[status]),
};

/** Push services whose answers differ, by the name that the control API knows; each with a host of its own. */
export const PUSH_SERVICES = {
  apple: { host: 'web.push.apple.com', flavour: APPLE },
  windows: { host: 'wns2-par02p.notify.windows.com', flavour: WINDOWS },
} as const;

/** How the push service of a host answers. @param host  as the client named it */
export function flavourOf(host: string): PushFlavour {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  if (name.endsWith('.push.apple.com')) {
    return APPLE;
  }
  return name.endsWith('.notify.windows.com') ? WINDOWS : STANDARD;
}

function text(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'text/plain' }, body };
}

function apple(status: number, reason: string): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ reason }) };
}

function wns(status: number, wnsStatus: string, description?: string): Reply {
  return {
    status,
    headers: {
      'x-wns-status': wnsStatus,
      'x-wns-notificationstatus': wnsStatus,
      'x-wns-msg-id': randomBytes(8).toString('hex').toUpperCase(),
      ...(description !== undefined && { 'x-wns-error-description': description }),
    },
  };
}
