import { createCipheriv, createECDH, hash, randomBytes } from 'node:crypto';

/** The keys of a push subscription. */
export interface ReceiverKeys {
  /** P-256, uncompressed point, 65 bytes. */
  point: Buffer;
  /** The authentication secret, 16 bytes. */
  auth: Buffer;
}

/** Keys that the sender makes for each message. */
export interface SenderKeys {
  /** P-256, 32 bytes. */
  privateKey: Buffer;
  /** 16 bytes. */
  salt: Buffer;
}

const POINT_BYTES = 65;
/** It is the key of an HMAC, and no browser makes one that is longer than a block of it. */
const MIN_AUTH_BYTES = 16;
const MAX_AUTH_BYTES = 64;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, record size, length of the key id, and the point of the sender as key id (RFC 8188, section 2.1). */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
const RECORD_SIZE = 4096;
/** Ends the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.from([2]);

/**
 * The first block of HKDF's second step is all that is needed: a counter of 1 ends what it hashes (RFC 5869, section
 * 2.3).
 */
const FIRST_BLOCK = Buffer.from([1]);
const KEY_INFO = Buffer.from('WebPush: info\0');
const CONTENT_KEY_INFO = Buffer.from('Content-Encoding: aes128gcm\0\x01');
const NONCE_INFO = Buffer.from('Content-Encoding: nonce\0\x01');
/** The block of SHA-256 and of its HMAC (RFC 2104, section 2). */
const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const CONTENT_KEY_BYTES = 16;
const NONCE_BYTES = 12;

/**
 * The curve, which costs more to set up than to use. Each message makes a new pair of keys in it, and no message waits
 * while another one uses it.
 */
const curve = createECDH('prime256v1');

/**
 * Reads the keys of a subscription.
 *
 * @param p256dh  base64url
 * @param auth    base64url
 * @returns undefined when they have a wrong length
 */
export function readReceiverKeys(p256dh: string, auth: string): ReceiverKeys | undefined {
  const keys = { point: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') };
  return keys.point.length === POINT_BYTES && keys.auth.length >= MIN_AUTH_BYTES && keys.auth.length <= MAX_AUTH_BYTES
    ? keys
    : undefined;
}

/**
 * Encrypts a push message (RFC 8291) in one record of aes128gcm (RFC 8188).
 *
 * @param text    at most 3,993 bytes in UTF-8
 * @param sender  for tests alone: a pair of keys and a salt must not be used twice
 * @throws Error when the point of the receiver is not on the curve
 */
export function encryptPush(text: string, receiver: ReceiverKeys, sender?: SenderKeys): Buffer {
  if (sender) {
    curve.setPrivateKey(sender.privateKey);
  }
  const senderPoint = sender ? curve.getPublicKey() : curve.generateKeys();
  const salt = sender?.salt ?? randomBytes(SALT_BYTES);
  const secret = curve.computeSecret(receiver.point);
  const material = hmac(hmac(receiver.auth, secret), KEY_INFO, receiver.point, senderPoint, FIRST_BLOCK);
  const pseudoRandomKey = hmac(salt, material);
  const key = hmac(pseudoRandomKey, CONTENT_KEY_INFO).subarray(0, CONTENT_KEY_BYTES);
  const nonce = hmac(pseudoRandomKey, NONCE_INFO).subarray(0, NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  salt.copy(header);
  header.writeUInt32BE(RECORD_SIZE, SALT_BYTES);
  header.writeUInt8(POINT_BYTES, SALT_BYTES + 4);
  senderPoint.copy(header, SALT_BYTES + 5);
  const parts = [header, cipher.update(text, 'utf8'), cipher.update(LAST_RECORD), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]);
}

/**
 * HMAC with SHA-256 (RFC 2104) by two hashes in one call each: an object of `createHmac` costs several times as much, and
 * each message needs five.
 *
 * @param key  at most 64 bytes
 */
export function hmac(key: Buffer, ...parts: readonly Buffer[]): Buffer {
  const inner = Buffer.concat([padKey(key, INNER_PAD), ...parts]);
  return hash('sha256', Buffer.concat([padKey(key, OUTER_PAD), hash('sha256', inner, 'buffer')]), 'buffer');
}

function padKey(key: Buffer, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, pad);
  for (let index = 0; index < key.length; index++) {
    block[index] = (key[index] ?? 0) ^ pad;
  }
  return block;
}
