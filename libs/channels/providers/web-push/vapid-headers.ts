import type webpush from 'web-push';
import { LruCache } from '#platform/collections';
import { publicKeyOf } from '#platform/crypto';
import { loadOnUse } from '#platform/start';
import type { WebPushCredentials } from './web-push-credentials.js';

const library = loadOnUse((require) => require('web-push') as typeof webpush);

/** web-push signs for 12 hours. */
const CACHE_TTL_MS = 11 * 3_600_000;
/** The allowed push services are few, but some have a name for each region. */
const CACHE_SIZE = 200;

/** VAPID `Authorization` headers (RFC 8292) of one key, signed once for each push service. */
export class VapidHeaders {
  private readonly cache = new LruCache<string, { authorization: string; until: number }>({ max: CACHE_SIZE });

  constructor(
    private readonly credentials: WebPushCredentials,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param audience  origin of the push service
   * @throws when keys or subject are malformed, or the keys are no pair
   */
  get(audience: string): string {
    const cached = this.cache.get(audience);
    if (cached !== undefined && this.now() < cached.until) {
      return cached.authorization;
    }
    const { subject, publicKey, privateKey } = this.credentials;
    checkVapidPair(this.credentials);
    const authorization = library().getVapidHeaders(
      audience,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
    ).Authorization;
    this.cache.set(audience, { authorization, until: this.now() + CACHE_TTL_MS });
    return authorization;
  }
}

/**
 * Push services answer 403 to a public key that has not made the signature, as they do for one that a subscription does
 * not know. So the pair is checked here.
 *
 * @throws when the keys are no pair, or the private key is none
 */
function checkVapidPair({ publicKey, privateKey }: Pick<WebPushCredentials, 'publicKey' | 'privateKey'>): void {
  const own = publicKeyOf(privateKey);
  if (!own) {
    throw new Error('The private key is no key of P-256');
  }
  if (!own.equals(Buffer.from(publicKey, 'base64url'))) {
    throw new Error('The public key does not belong to the private key');
  }
}
