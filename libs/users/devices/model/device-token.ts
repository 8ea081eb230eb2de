import { ECDH } from 'node:crypto';
import { parseJson, toJsonObject } from '#platform/collections';
import { malformed, missing } from '#platform/errors';
import type { PushServices } from '#platform/net';
import { isHexToken, toComparableToken } from '#platform/spelling';
import { channelOf, type Platform } from '#libs/content';
import { lookupKey, type LookupKey } from '#libs/users/identities';
import type { DeviceToken } from './device.types.js';

/** Tokens of APNs and FCM are used in URLs and headers, so they must not contain a character that ends either. */
const TOKEN = /^[\w.:~+=-]{1,4096}$/;
/** Windows Phone issued addresses. Nothing is sent to them. */
const CHANNEL_URI = /^https?:\/\/[\x21-\x7e]{1,2000}$/;
/** Browsers send base64url. Some clients convert it to plain base64, which decodes the same way. */
const BASE64 = /^[A-Za-z0-9_+/-]+={0,2}$/;
const MAX_ENDPOINT = 2048;
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** The source of a token, and where it may lead. */
export interface TokenSource {
  /** Its name in the request. */
  field: string;
  pushServices: Pick<PushServices, 'includes'>;
}

/**
 * Reads the token of a device.
 *
 * @param token  for web push the subscription as JSON (`endpoint`, `keys.p256dh`, `keys.auth`; RFC 8291, Push API); a
 *   Mac or Safari may send a token of APNs instead, in hexadecimal digits
 * @throws AppError missing_field or malformed
 */
export function readDeviceToken(platform: Platform, token: string, source: TokenSource): DeviceToken {
  const { field } = source;
  if (token === '') {
    throw missing(field);
  }
  if (platform === 'WP' && (TOKEN.test(token) || CHANNEL_URI.test(token))) {
    return { text: token, key: tokenKey(token) };
  }
  const isApns = channelOf(platform, token) === 'apns';
  if (channelOf(platform) === 'webpush' && !(isApns && isHexToken(token))) {
    const { endpoint, text } = readSubscription(token, source);
    return { text, key: lookupKey(endpoint) };
  }
  if (!TOKEN.test(token)) {
    throw malformed(`Field '${field}' should be a device token`);
  }
  return { text: isApns ? toComparableToken(token) : token, key: tokenKey(token) };
}

/** The key of a token of unknown platform. */
export function tokenKey(token: string): LookupKey {
  return lookupKey(toTokenName(token));
}

/** Part of a token that distinguishes it: of a web push subscription, which is a JSON object, its endpoint. */
export function toTokenName(token: string): string {
  return token.startsWith('{') ? (readEndpoint(token) ?? token) : toComparableToken(token);
}

function readEndpoint(token: string): string | undefined {
  const parsed = toJsonObject(parseJson(token));
  return typeof parsed['endpoint'] === 'string' ? parsed['endpoint'] : undefined;
}

function readSubscription(token: string, { field, pushServices }: TokenSource): { endpoint: string; text: string } {
  const parsed = toJsonObject(parseJson(token));
  const keys = toJsonObject(parsed['keys']);
  const endpoint = parsed['endpoint'];
  if (typeof endpoint !== 'string' || !isHttps(endpoint)) {
    throw malformed(`Field '${field}' should be a web push subscription as JSON with an https endpoint`);
  }
  const url = new URL(endpoint);
  if (!pushServices.includes(url)) {
    throw malformed(`Field '${field}': ${url.origin} is no push service that this installation allows`);
  }
  const p256dh = decodeBytes(keys['p256dh'], POINT_BYTES);
  if (!p256dh || !isCurvePoint(p256dh)) {
    throw malformed(`Field '${field}': keys.p256dh should be an uncompressed P-256 point of 65 bytes in base64url`);
  }
  const auth = decodeBytes(keys['auth'], AUTH_BYTES);
  if (!auth) {
    throw malformed(`Field '${field}': keys.auth should be 16 bytes in base64url`);
  }
  const canonical = { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } };
  return { endpoint, text: JSON.stringify(canonical) };
}

/** Checks the form alone. Private addresses are refused when a message is sent, after the name is resolved. */
function isHttps(endpoint: string): boolean {
  if (endpoint.length > MAX_ENDPOINT || !URL.canParse(endpoint) || /[\0\s]|\p{Surrogate}/u.test(endpoint)) {
    return false;
  }
  const url = new URL(endpoint);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
}

function decodeBytes(value: unknown, length: number): Buffer | undefined {
  if (typeof value !== 'string' || !BASE64.test(value)) {
    return undefined;
  }
  const decoded = Buffer.from(value, 'base64url');
  return decoded.length === length ? decoded : undefined;
}

/** A point off the curve fails every encryption and is an attack on private keys (RFC 8291, section 7). */
function isCurvePoint(point: Buffer): boolean {
  try {
    ECDH.convertKey(point, 'prime256v1');
    return point[0] === 4;
  } catch {
    return false;
  }
}
