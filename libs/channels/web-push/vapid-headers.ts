import webpush from 'web-push';
import type { WebPushCredentials } from '../sender/channels.types.js';

/** web-push signs for 12 hours; a header is used for eleven of them. */
const CACHE_TTL_MS = 11 * 3_600_000;
/** Push services are few; request data could name many. */
const CACHE_SIZE = 200;

/** VAPID `Authorization` headers (RFC 8292) of one key, signed once per push service and not once per message. */
export class VapidHeaders {
  private readonly cache = new Map<string, { authorization: string; until: number }>();

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
    this.cache.delete(audience);
    this.cache.set(audience, { authorization, until: this.now() + CACHE_TTL_MS });
    const [oldest] = this.cache.keys();
    if (this.cache.size > CACHE_SIZE && oldest !== undefined) {
      this.cache.delete(oldest);
    }
    return authorization;
  }
}
