import { createHash } from 'node:crypto';

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The UUID of a name: version 8 of RFC 9562 (section 5.8), with the first bits of SHA-256. */
export function uuidFrom(name: string): string {
  const hex = sha256Hex(name);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
