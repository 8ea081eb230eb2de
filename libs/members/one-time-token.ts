import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** 32 bytes in base64url. */
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 random bits. What is stored is its SHA-256. */
export function generateToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Tests if a text can be such a secret; what cannot is not looked for. */
export function isToken(text: string): boolean {
  return FORM.test(text);
}
