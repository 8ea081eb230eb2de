import { hash } from 'node:crypto';
import { ADDRESS_CONTACTS, type AddressKind } from '#libs/channels/definitions';
import { BUCKETS } from '#platform/ids';
import { listEarlierKeys, toMailboxKey } from '#platform/spelling';

/**
 * Position of a value in a look-up table: 16 bytes of its SHA-256, and the bucket, taken from further bytes. The
 * application is a column of its own, so the hash does not contain it.
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
export const CONTACT_KINDS = Object.fromEntries(
  ADDRESS_CONTACTS.map(({ address, lookupKind }) => [address, lookupKind]),
) as Readonly<Record<AddressKind, number>>;
export type ContactKind = AddressKind;

/** The key of an address in any of its spellings. */
export function contactKey(address: string): LookupKey {
  return lookupKey(toMailboxKey(address));
}

/** The keys under which an address may be stored: its own, and those of earlier releases, which mostly were the same. */
export function contactKeys(address: string): LookupKey[] {
  return [contactKey(address), ...listEarlierKeys(address).map(lookupKey)];
}

/** Bytes of a key as text: the hash, then two bytes for the bucket. */
const KEY_BYTES = 18;

/** The key of an address as a text of 24 characters. It may stand in a link, because it does not reveal the address. */
export function contactKeyText(address: string): string {
  return hash('sha256', toMailboxKey(address), 'buffer').subarray(0, KEY_BYTES).toString('base64url');
}

/** Reads the text of a key; null for any other text. */
export function readContactKey(text: string): LookupKey | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === KEY_BYTES && bytes.toString('base64url') === text
    ? { bucket: bytes.readUInt16BE(16) % BUCKETS, hash: bytes.subarray(0, 16) }
    : null;
}
