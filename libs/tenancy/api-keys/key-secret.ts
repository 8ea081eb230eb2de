import { randomBytes } from 'node:crypto';
import type { KeyKind } from '../model/api-key.types.js';

const SECRET_BYTES = 32;
const SHOWN_RANDOM_CHARACTERS = 4;
const SHOWN_CHOSEN_CHARACTERS = 4;

/**
 * The length of a secret that an operator chooses: it is stored as a plain SHA-256, so it must be too long to be
 * guessed.
 */
export const MIN_SECRET_LENGTH = 32;
/** A longer header is refused without hashing it. */
export const MAX_SECRET_LENGTH = 256;

/** A new secret of 256 random bits. The kind in front lets people and scanners recognise a leaked secret. */
export function generateSecret(kind: KeyKind): string {
  return `hr_${kind}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/**
 * The part of a secret that may be stored and shown: kind and four random characters, or the first four of a chosen
 * one.
 */
export function getPrefix(secret: string): string {
  const kindPrefix = /^hr_(?:rest|mobile|js)_/.exec(secret)?.[0];
  return secret.slice(
    0,
    kindPrefix === undefined ? SHOWN_CHOSEN_CHARACTERS : kindPrefix.length + SHOWN_RANDOM_CHARACTERS,
  );
}
