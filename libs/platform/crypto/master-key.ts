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
export const KEY_ID_BYTES = 4;
const MIN_KEY_LENGTH = 32;

/** A key that is derived from one secret. */
interface DerivedKey {
  secret: string;
  key: Buffer;
  keyId: Buffer;
  macKeys: Map<string, KeyObject>;
}

/**
 * Encrypts data at rest: AES-256-GCM (NIST SP 800-38D) under a key derived from `MASTER_KEY` by HKDF (RFC 5869). A
 * sealed value is `keyId (4) | nonce (12) | tag (16) | ciphertext`. `context` (for example `app 7, account 3`) is
 * authenticated with it: a value copied into another row cannot be opened.
 *
 * Only the current key seals and signs. Previous keys still open values and recognise links that left with them.
 */
export class MasterKey {
  /** Identifies the current key without revealing it. Each value has the id of its key. */
  readonly keyId: Buffer;
  private readonly current: DerivedKey;
  private readonly keys: readonly DerivedKey[];

  /**
   * @param secret    at least 32 characters, as `MASTER_KEY` gives it
   * @param previous  as `readPreviousKeys` returns them
   */
  constructor(secret: string, previous: readonly string[] = []) {
    this.current = deriveKey(secret);
    this.keys = [this.current, ...previous.map(deriveKey)];
    this.keyId = this.current.keyId;
  }

  /** Ids of all keys that open values, the current one first. */
  get keyIds(): Buffer[] {
    return this.keys.map(({ keyId }) => keyId);
  }

  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([this.keyId, nonce, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the value was sealed under an unknown key or another context, or was changed */
  open(sealed: Buffer, context: string): string {
    const keyId = sealed.subarray(0, KEY_ID_BYTES);
    const match = this.keys.find((candidate) => candidate.keyId.equals(keyId));
    if (!match) {
      const known = this.keyIds.map((id) => id.toString('hex')).join(', ');
      throw new Error(`Sealed under key ${keyId.toString('hex')}, but MASTER_KEY and MASTER_KEY_PREVIOUS are ${known}`);
    }
    const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', match.key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    const body = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }

  /**
   * Authenticates data that leaves this installation and comes back, such as a link: HMAC-SHA-256 under a separate key
   * for each purpose.
   */
  mac(purpose: string, data: Buffer | string): Buffer {
    return computeMac(this.current, purpose, data);
  }

  /** The codes that `data` may have come back with: under the current key, then under each previous one. */
  *validMacs(purpose: string, data: Buffer | string): Generator<Buffer> {
    for (const key of this.keys) {
      yield computeMac(key, purpose, data);
    }
  }
}

/**
 * Reads `MASTER_KEY_PREVIOUS`: keys separated by commas. A key that contains commas itself may stand alone.
 *
 * @param text  undefined: there are none
 */
export function readPreviousKeys(text: string | undefined): string[] {
  if (text === undefined) {
    return [];
  }
  const parts = text.split(',').map((part) => part.trim());
  const isList = parts.every((part) => part.length >= MIN_KEY_LENGTH);
  return isList && parts.length > 1 ? [...parts, text] : [text];
}

function deriveKey(secret: string): DerivedKey {
  const key = Buffer.from(hkdfSync('sha256', secret, 'herald', 'credentials', 32));
  return {
    secret,
    key,
    keyId: createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES),
    macKeys: new Map(),
  };
}

function computeMac({ secret, macKeys }: DerivedKey, purpose: string, data: Buffer | string): Buffer {
  let key = macKeys.get(purpose);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'herald', `mac ${purpose}`, 32)));
    macKeys.set(purpose, key);
  }
  return createHmac('sha256', key).update(data).digest();
}
