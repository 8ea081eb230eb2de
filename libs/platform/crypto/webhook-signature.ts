import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Prefix of a secret by Standard Webhooks 1.0; the rest is base64. */
const SECRET_PREFIX = 'whsec_';
const NEW_SECRET_BYTES = 32;
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export function generateSecret(): string {
  return SECRET_PREFIX + randomBytes(NEW_SECRET_BYTES).toString('base64');
}

/** Tests if a text is a secret: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks 1.0, "Symmetric keys"). */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(SECRET_PREFIX.length);
  const { length } = Buffer.from(encoded, 'base64');
  return (
    text.startsWith(SECRET_PREFIX) &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) &&
    length >= MIN_SECRET_BYTES &&
    length <= MAX_SECRET_BYTES
  );
}

/**
 * Creates the headers of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, in base64 after `v1,`. There is one
 * signature per secret, so that a receiver can change its secret at any time during a replacement.
 *
 * @param id  the same on every attempt
 */
export function createSignedHeaders(secrets: readonly string[], id: string, at: Date, body: string): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${createSignature(secret, id, timestamp, body)}`).join(' '),
  };
}

function createSignature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/** Time by which the clock of a caller may differ (Standard Webhooks 1.0, "Verifying webhook authenticity"). */
export const TOLERANCE_MS = 5 * 60_000;

/** Tests if a request was signed with a secret, lately. @param headers  of the request, by their names in lower case */
export function isSignedBy(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now = Date.now(),
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!id || !timestamp || !(Math.abs(Number(timestamp) * 1000 - now) <= TOLERANCE_MS)) {
    return false;
  }
  const expected = Buffer.from(createSignature(secret, id, timestamp, body));
  return (signatures ?? '').split(' ').some((entry) => {
    const given = Buffer.from(entry.startsWith('v1,') ? entry.slice(3) : '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
