import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/**
 * Encrypts data at rest: AES-256-GCM (NIST SP 800-38D) under a key derived from `MASTER_KEY` by HKDF (RFC 5869). A
 * sealed value is `keyId (4) | nonce (12) | tag (16) | ciphertext`. `context` (for example `app 7, account 3`) is
 * authenticated with it: a value copied into another row cannot be opened.
 */
export class MasterKey {
  /** Identifies the key without revealing it. Each value has it, so that keys can be rotated. */
  readonly keyId: Buffer;
  private readonly key: Buffer;
  private readonly macKeys = new Map<string, KeyObject>();

  /** @param secret at least 32 characters, as `MASTER_KEY` gives it */
  constructor(private readonly secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, 'herald', 'credentials', 32));
    this.keyId = createHash('sha256').update(this.key).digest().subarray(0, KEY_ID_BYTES);
  }

  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([this.keyId, nonce, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the value was sealed under another key or context, or was changed */
  open(sealed: Buffer, context: string): string {
    const keyId = sealed.subarray(0, KEY_ID_BYTES);
    if (!keyId.equals(this.keyId)) {
      throw new Error(`Sealed under key ${keyId.toString('hex')}, but MASTER_KEY is ${this.keyId.toString('hex')}`);
    }
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    const body = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  /**
   * Authenticates data that leaves this installation and comes back, such as a link: HMAC-SHA-256 under a separate key
   * for each purpose.
   */
  mac(purpose: string, data: Buffer | string): Buffer {
    let key = this.macKeys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', this.secret, 'herald', `mac ${purpose}`, 32)));
      this.macKeys.set(purpose, key);
    }
    return createHmac('sha256', key).update(data).digest();
  }
}
