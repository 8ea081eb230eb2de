import { randomUUID } from 'node:crypto';
import { LruCache } from '#platform/collections';
import {
  retryAfter,
  type HttpProtocol,
  type MessageOutcome,
  type ProviderRequest,
  type RequestOutcome,
  type Reply,
} from '../server/exchange.js';
import { checkActivity } from './live-activity.js';
import type { FaultRule } from '../server/fault-injector.js';
import { nowSeconds, parseJwt, parseObject } from '../server/jwt.js';
import { isSignedBy, KnownCredentials } from '../server/known-credentials.js';

const CACHE_SIZE = 1000;
const MAX_PAYLOAD = 4096;
const MAX_COLLAPSE_ID_BYTES = 64;
const TOKEN_LIFE_SECONDS = 3600;
/** Allowed difference between the clocks of sender and Apple. */
const CLOCK_SKEW_SECONDS = 300;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Apple's tokens are hexadecimal without a fixed length; readable tokens are allowed for tests. */
const DEVICE = /^\/3\/device\/([A-Za-z0-9._:-]{1,200})$/;
/** No device has this token: senders try their credentials with it. */
const NO_DEVICE = /^(dead){16}$/;
const PUSH_TYPES = new Set([
  'alert',
  'background',
  'location',
  'voip',
  'complication',
  'fileprovider',
  'mdm',
  'liveactivity',
  'pushtotalk',
  'widgets',
  'controls',
]);

/**
 * Reasons and their statuses, but for `InvalidLiveActivity` from "Handling notification responses from APNs" of Apple's documentation. A fault rule with
 * only a status gets the first reason of the status.
 */
const STATUS_BY_REASON: Record<string, number> = {
  BadDeviceToken: 400,
  BadCollapseId: 400,
  BadExpirationDate: 400,
  BadMessageId: 400,
  BadPriority: 400,
  BadTopic: 400,
  DeviceTokenNotForTopic: 400,
  DuplicateHeaders: 400,
  IdleTimeout: 400,
  InvalidPushType: 400,
  InvalidLiveActivity: 400,
  MissingDeviceToken: 400,
  MissingTopic: 400,
  PayloadEmpty: 400,
  TopicDisallowed: 400,
  InvalidProviderToken: 403,
  BadCertificate: 403,
  BadCertificateEnvironment: 403,
  ExpiredProviderToken: 403,
  Forbidden: 403,
  MissingProviderToken: 403,
  BadPath: 404,
  MethodNotAllowed: 405,
  Unregistered: 410,
  ExpiredToken: 410,
  PayloadTooLarge: 413,
  TooManyRequests: 429,
  TooManyProviderTokenUpdates: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  Shutdown: 503,
};

/** Claims of a valid token; `sender` is the team and the key. */
interface ProviderToken {
  issuedAt: number;
  sender: string;
}

/** APNs over HTTP/2 with token authentication, as Apple's "Sending notification requests to APNs" describes it. */
export class ApnsSimulator implements HttpProtocol {
  readonly provider = 'apns';
  readonly maxBody = MAX_PAYLOAD + 1;
  private readonly providerTokens = new LruCache<string, ProviderToken | 'invalid'>({
    max: CACHE_SIZE,
    memoMethod: (authorization) => {
      this.newTokenCount += 1;
      return checkProviderToken(authorization, this.credentials);
    },
  });
  private newTokenCount = 0;
  private checkedVersion = 0;
  /** Tokens made before this second are expired. */
  private validFrom = 0;

  constructor(private readonly credentials = new KnownCredentials()) {}

  read(request: ProviderRequest, storing: boolean): RequestOutcome {
    const { headers } = request;
    const requestedId = text(headers['apns-id']);
    const messageId = requestedId ?? randomUUID().toUpperCase();
    const refused = (reason: string): RequestOutcome => ({ kind: 'refused', reply: toErrorReply(reason, messageId) });
    if (request.method !== 'POST') {
      return refused('MethodNotAllowed');
    }
    const token = DEVICE.exec(request.path)?.[1];
    if (token === undefined) {
      return refused(toPathError(request.path));
    }
    const wrong =
      this.checkToken(text(headers.authorization)) ??
      checkHeaders(request, requestedId) ??
      this.checkTopic(text(headers['apns-topic'])) ??
      (NO_DEVICE.test(token) ? 'BadDeviceToken' : undefined);
    if (wrong !== undefined) {
      return refused(wrong);
    }
    if (request.size === 0) {
      return refused('PayloadEmpty');
    }
    if (request.size > MAX_PAYLOAD) {
      return refused('PayloadTooLarge');
    }
    const reply = { status: 200, headers: { 'apns-id': messageId } };
    const sender = this.findSender(text(headers.authorization));
    if (!storing) {
      return { kind: 'message', sender, token, messageId, payload: () => undefined, reply };
    }
    // Stored as text: buffers and headers of the request would hold far more memory.
    const body = request.body.toString('utf8');
    const fields = parseObject(body);
    if (fields === undefined) {
      return refused('PayloadEmpty');
    }
    const wrongActivity = checkActivity(headers, fields);
    if (wrongActivity !== undefined) {
      return refused(wrongActivity);
    }
    const storedHeaders = notificationHeaders(headers);
    return {
      kind: 'message',
      sender,
      token,
      messageId,
      payload: () => ({ headers: storedHeaders, body: parseObject(body) }),
      reply,
    };
  }

  refuse(rule: FaultRule, outcome: MessageOutcome): Reply {
    const reason = rule.reason ?? findReason(rule.status);
    return toErrorReply(reason, outcome.messageId, rule);
  }

  /** Expires every provider token made before this second. @returns the number of new tokens since the last call */
  endTokens(): number {
    const { newTokenCount: seen } = this;
    this.newTokenCount = 0;
    this.validFrom = nowSeconds();
    return seen;
  }

  /** The sender of a token that was found valid. */
  private findSender(authorization = ''): string {
    const token = this.providerTokens.memo(authorization);
    return token === 'invalid' ? '' : token.sender;
  }

  private checkTopic(topic = ''): string | undefined {
    const known = this.credentials.get('apns');
    // A live activity has a topic of its own, which belongs to the same app.
    const isKnown = known?.topics.some((own) => topic === own || topic.startsWith(`${own}.push-type.`)) ?? true;
    return isKnown ? undefined : 'TopicDisallowed';
  }

  private checkToken(authorization: string | undefined): string | undefined {
    if (authorization === undefined) {
      return 'MissingProviderToken';
    }
    if (this.checkedVersion !== this.credentials.version) {
      this.checkedVersion = this.credentials.version;
      this.providerTokens.clear();
    }
    const token = this.providerTokens.memo(authorization);
    if (token === 'invalid') {
      return 'InvalidProviderToken';
    }
    const isOver = nowSeconds() - token.issuedAt > TOKEN_LIFE_SECONDS || token.issuedAt < this.validFrom;
    return isOver ? 'ExpiredProviderToken' : undefined;
  }
}

/** Checks form and claims of a provider token (ES256, `kid`, `iss`, `iat`), and the signature where the key is known. */
function checkProviderToken(authorization: string, credentials: KnownCredentials): ProviderToken | 'invalid' {
  const jwt = /^bearer /i.test(authorization) ? parseJwt(authorization.slice('bearer '.length)) : undefined;
  if (jwt === undefined) {
    return 'invalid';
  }
  const { header, claims, signature } = jwt;
  const issuedAt = claims.iat;
  const sound =
    header.alg === 'ES256' &&
    isName(header.kid) &&
    isName(claims.iss) &&
    signature.length === 64 &&
    typeof issuedAt === 'number' &&
    issuedAt <= nowSeconds() + CLOCK_SKEW_SECONDS;
  const known = credentials.get('apns');
  const isKnown =
    known === undefined ||
    (header.kid === known.keyId && claims.iss === known.teamId && isSignedBy(known.publicKey, jwt));
  return sound && isKnown ? { issuedAt, sender: `${String(claims.iss)}/${String(header.kid)}` } : 'invalid';
}

function checkHeaders({ headers }: ProviderRequest, messageId: string | undefined): string | undefined {
  const topic = text(headers['apns-topic']);
  const priority = text(headers['apns-priority']);
  const expiration = text(headers['apns-expiration']);
  const collapseId = text(headers['apns-collapse-id']);
  const pushType = text(headers['apns-push-type']);
  if (topic === undefined || topic === '') {
    return 'MissingTopic';
  }
  if (messageId !== undefined && !UUID.test(messageId)) {
    return 'BadMessageId';
  }
  if (collapseId !== undefined && Buffer.byteLength(collapseId) > MAX_COLLAPSE_ID_BYTES) {
    return 'BadCollapseId';
  }
  if (expiration !== undefined && !/^\d{1,12}$/.test(expiration)) {
    return 'BadExpirationDate';
  }
  if (priority !== undefined && !['1', '5', '10'].includes(priority)) {
    return 'BadPriority';
  }
  return pushType !== undefined && !PUSH_TYPES.has(pushType) ? 'InvalidPushType' : undefined;
}

function toPathError(path: string): string {
  if (/^\/3\/device\/?$/.test(path)) {
    return 'MissingDeviceToken';
  }
  return path.startsWith('/3/device/') ? 'BadDeviceToken' : 'BadPath';
}

function toErrorReply(reason: string, messageId: string, rule?: FaultRule): Reply {
  const status = rule?.status ?? STATUS_BY_REASON[reason] ?? 400;
  const timestamp = status === 410 ? { timestamp: rule?.timestamp ?? Date.now() } : {};
  return {
    status,
    headers: { 'apns-id': messageId, 'content-type': 'application/json', ...retryAfter(rule) },
    body: JSON.stringify({ reason, ...timestamp }),
  };
}

function findReason(status: number | undefined): string {
  return Object.keys(STATUS_BY_REASON).find((reason) => STATUS_BY_REASON[reason] === status) ?? 'InternalServerError';
}

function notificationHeaders(headers: ProviderRequest['headers']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('apns-')));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0;
}

function text(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
