import { createECDH } from 'node:crypto';

/**
 * The public key of a private one on P-256.
 *
 * @param privateKey  32 bytes, base64url
 * @returns an uncompressed point; undefined when the bytes are no private key: zero, or not below the order of the curve
 */
export function publicKeyOf(privateKey: string): Buffer | undefined {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return pair.getPublicKey();
  } catch {
    return undefined;
  }
}
