import webpush from 'web-push';
import { LruCache } from '#platform/collections';
import type { WebPushCredentials } from '../sender/channels.types.js';

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
   * @throws when keys or subject are malformed
   */
  get(audience: string): string {
    const cached = this.cache.get(audience);
    if (cached !== undefined && this.now() < cached.until) {
      return cached.authorization;
    }
    const { subject, publicKey, privateKey } = this.credentials;
    const authorization = webpush.getVapidHeaders(audience, subject, publicKey, privateKey, 'aes128gcm').Authorization;
    this.cache.set(audience, { authorization, until: this.now() + CACHE_TTL_MS });
    return authorization;
  }
}
