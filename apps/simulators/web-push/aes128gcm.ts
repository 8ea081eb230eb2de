import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

const SALT_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const POINT_BYTES = 65;
const TAG_BYTES = 16;

/** The secret half of a push subscription. */
export interface ReceiverKeys {
  /** P-256, 32 bytes. */
  privateKey: Buffer;
  /** P-256, uncompressed point, 65 bytes. */
  publicKey: Buffer;
  /** The subscription's authentication secret, 16 bytes. */
  auth: Buffer;
}

/**
 * Decrypts a Web Push message: content coding aes128gcm (RFC 8188) with the keys of RFC 8291, one record (RFC 8291, section
 * 4). It does not use the library of the sender, so that it detects errors there.
 *
 * @throws Error when the body is malformed or was not made for these keys
 */
export function decryptAes128gcm(body: Buffer, keys: ReceiverKeys): Buffer {
  // RFC 8188, section 2.1: salt (16) | record size (4) | length of key id (1) | key id; RFC 8291: the key id is the sender's point.
  const keyIdBytes = body.length > HEADER_BYTES ? body.readUInt8(SALT_BYTES + 4) : 0;
  const start = HEADER_BYTES + keyIdBytes;
  if (keyIdBytes !== POINT_BYTES || body.length < start + TAG_BYTES + 1) {
    throw new Error('The body has no aes128gcm header with a P-256 point');
  }
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const senderPoint = body.subarray(HEADER_BYTES, start);
  const record = body.subarray(start);
  if (record.length > recordSize) {
    throw new Error('The body has more than one record');
  }
  const receiver = createECDH('prime256v1');
  receiver.setPrivateKey(keys.privateKey);
  const shared = receiver.computeSecret(senderPoint);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, senderPoint]);
  const material = Buffer.from(hkdfSync('sha256', shared, keys.auth, keyInfo, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // RFC 8188, section 2: the last record ends in 0x02 and any number of zeros.
  let end = padded.length - 1;
  while (end >= 0 && padded[end] === 0) {
    end -= 1;
  }
  if (padded[end] !== 2) {
    throw new Error('The record does not end in the delimiter of a last record');
  }
  return padded.subarray(0, end);
}
