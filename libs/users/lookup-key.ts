import { hash } from 'node:crypto';
import { BUCKETS } from '#platform/ids';

/**
 * Where a value stands in a look-up table: 16 bytes of its SHA-256, and the bucket, taken from further bytes.
 * The application is a column of its own there, so the hash does not hold it.
 */
export interface LookupKey {
  bucket: number;
  hash: Buffer;
}

export function lookupKey(value: string): LookupKey {
  const digest = hash('sha256', value, 'buffer');
  return { bucket: digest.readUInt16BE(16) % BUCKETS, hash: digest.subarray(0, 16) };
}

/** Kinds of `contact_lookup`. */
export const CONTACT_KINDS = { email: 1, msisdn: 2 } as const;
export type ContactKind = keyof typeof CONTACT_KINDS;

/** Addresses are found whatever their case. */
export function contactKey(value: string): LookupKey {
  return lookupKey(value.toLowerCase());
}
