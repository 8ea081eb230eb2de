import { randomBytes } from 'node:crypto';
import type { KeyKind } from './tenancy.types.js';

const SECRET_BYTES = 32;
const SHOWN_RANDOM = 4;
const SHOWN_GIVEN = 4;

/** The least length of a secret that an operator chooses. */
export const MIN_SECRET = 16;
/** The most; a longer header is refused without hashing it. */
export const MAX_SECRET = 256;

/** A new secret: its kind in front, so that a leaked one is recognised at sight and by scanners, then 256 random bits. */
export function makeSecret(kind: KeyKind): string {
  return `hr_${kind}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The part of a secret that may be stored and shown: the kind and four random characters, or the first four of a given one. */
export function prefixOf(secret: string): string {
  const made = /^hr_(?:rest|mobile|js)_/.exec(secret)?.[0];
  return secret.slice(0, made === undefined ? SHOWN_GIVEN : made.length + SHOWN_RANDOM);
}
