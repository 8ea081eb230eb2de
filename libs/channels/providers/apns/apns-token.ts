import { createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** Apple accepts a token for an hour, and a new one every 20 minutes. */
const LIFETIME_MS = 50 * 60_000;
const MIN_RENEWAL_AGE_MS = 20 * 60_000;

/**
 * The provider token (JWT, ES256) of one APNs key, used for 50 minutes by every connection of the process. Apple
 * answers 429 TooManyProviderTokenUpdates when tokens change more often.
 */
export class ApnsToken {
  private readonly key: KeyObject;
  private current = '';
  private createdAt = 0;

  /**
   * @param key  PKCS#8 PEM of the ES256 key
   * @param now  milliseconds since the epoch
   * @throws when the key is no private key
   */
  constructor(
    private readonly teamId: string,
    private readonly keyId: string,
    key: string,
    private readonly now: () => number = Date.now,
  ) {
    this.key = createPrivateKey(key);
  }

  /** Value of the `authorization` header. */
  authorization(): string {
    if (this.now() - this.createdAt >= LIFETIME_MS) {
      this.create();
    }
    return this.current;
  }

  /**
   * Called after ExpiredProviderToken. Creates a new token if `used` is still the current one and old enough.
   *
   * @returns whether the next attempt would use another token
   */
  renew(used: string): boolean {
    if (this.current === used && this.now() - this.createdAt >= MIN_RENEWAL_AGE_MS) {
      this.create();
    }
    return this.current !== used;
  }

  private create(): void {
    const now = this.now();
    const head = base64url({ alg: 'ES256', kid: this.keyId });
    const claims = base64url({ iss: this.teamId, iat: Math.floor(now / 1000) });
    const signature = sign('sha256', Buffer.from(`${head}.${claims}`), { key: this.key, dsaEncoding: 'ieee-p1363' });
    this.current = `bearer ${head}.${claims}.${signature.toString('base64url')}`;
    this.createdAt = now;
  }
}

function base64url(value: Record<string, unknown>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
