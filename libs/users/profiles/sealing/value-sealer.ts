import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import type { AttributeScalar, AttributeValue } from '../model/attribute.types.js';
import { SEALED_PREFIX } from './sealed-text.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A short value does not show its length: `true` looks like `false`. */
const BLOCK_BYTES = 32;

/** A key of one application, from which the keys of its sealed values are derived. */
export interface SealingKey {
  /** Names the key in each value; reveals nothing of it. */
  keyId: string;
  encryptionKey: Buffer;
  nonceKey: Buffer;
}

/** @param secret  32 random bytes */
export function deriveSealingKey(secret: Buffer): SealingKey {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'herald', purpose, 32));
  return {
    keyId: createHash('sha256').update(derive('sealed values, id')).digest('hex').slice(0, 8),
    encryptionKey: derive('sealed values, encryption'),
    nonceKey: derive('sealed values, nonce'),
  };
}

/**
 * Encrypts values of one attribute with AES-256-GCM (NIST SP 800-38D). The nonce is an HMAC-SHA-256 of attribute and
 * value, so equal values have equal texts: Postgres and the audience index compare them without the key. Unequal values
 * share a nonce with a probability below 2^-32 among 2^32 values of an application (a birthday among 96 bits).
 *
 * A sealed scalar is `~sealed.<key id>.<nonce | tag | ciphertext in base64url>`; an array is sealed element by element.
 * The type is part of the plain text: 1 and '1' differ.
 */
export class ValueSealer {
  private readonly context: Buffer;

  /** @param context  authenticated with each value: a value of another attribute cannot be opened */
  constructor(
    private readonly key: SealingKey,
    context: string,
  ) {
    this.context = Buffer.from(`${context}\n`);
  }

  seal(value: AttributeValue): AttributeValue {
    return typeof value === 'object' ? value.map((element) => this.sealScalar(element)) : this.sealScalar(value);
  }

  sealScalar(value: AttributeScalar): string {
    return this.sealText(JSON.stringify(value));
  }

  /** Seals a JSON text. */
  sealText(json: string): string {
    const plain = pad(Buffer.from(json));
    const mac = createHmac('sha256', this.key.nonceKey).update(this.context).update(plain).digest();
    const nonce = mac.subarray(0, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key.encryptionKey, nonce).setAAD(this.context);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    return `${SEALED_PREFIX}${this.key.keyId}.${sealed}`;
  }

  /**
   * Opens a value. What is stored in clear, because its attribute was sealed later, stays as it is.
   *
   * @throws Error when a value was sealed under another key or for another attribute, or was changed
   */
  open(value: AttributeValue): AttributeValue {
    return typeof value === 'object' ? value.map((element) => this.openScalar(element)) : this.openScalar(value);
  }

  openScalar(value: AttributeScalar): AttributeScalar {
    return typeof value === 'string' && value.startsWith(SEALED_PREFIX)
      ? (JSON.parse(this.openText(value)) as AttributeScalar)
      : value;
  }

  /** @returns the JSON text. @throws Error as `open` */
  openText(sealed: string): string {
    const [keyId = '', body = ''] = sealed.slice(SEALED_PREFIX.length).split('.');
    if (keyId !== this.key.keyId) {
      throw new Error(`A value was sealed under key ${keyId.slice(0, 8)}, but the application has ${this.key.keyId}`);
    }
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key.encryptionKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(this.context)
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const plain = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  }
}

/** JSON ignores blanks at its end. */
function pad(plain: Buffer): Buffer {
  const padded = Buffer.alloc(Math.ceil(plain.length / BLOCK_BYTES) * BLOCK_BYTES, ' ');
  plain.copy(padded);
  return padded;
}
