import { createHmac, randomBytes } from 'node:crypto';

/** How a secret of Standard Webhooks 1.0 begins; the rest is base64. */
const PREFIX = 'whsec_';
/** Bytes of a secret that is made here; 24 to 64 are allowed. */
const MADE_BYTES = 32;
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

export function makeSecret(): string {
  return PREFIX + randomBytes(MADE_BYTES).toString('base64');
}

/** Whether a text is a secret: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks 1.0, "Symmetric keys"). */
export function isSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  const { length } = Buffer.from(encoded, 'base64');
  return (
    text.startsWith(PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && length >= LEAST_BYTES && length <= MOST_BYTES
  );
}

/**
 * Headers of a call (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.body`, in base64 after `v1,`. While a secret is
 * being replaced there is a signature of each, so that receivers can change over when they like.
 *
 * @param id  the same on every attempt
 */
export function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, id, timestamp, body)}`).join(' '),
  };
}

function signature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}
