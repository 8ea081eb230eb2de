import webpush from 'web-push';
import type { WebPushCredentials } from './channels.types.js';

/** web-push signs for 12 hours; a header is used for eleven of them. */
const KEPT_MS = 11 * 3_600_000;
/** Push services are few; request data could name many. */
const KEPT_AUDIENCES = 200;

/** VAPID `Authorization` headers (RFC 8292) of one key, signed once per push service and not once per message. */
export class VapidHeaders {
  private readonly kept = new Map<string, { authorization: string; until: number }>();

  constructor(
    private readonly credentials: WebPushCredentials,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * @param audience  origin of the push service
   * @throws when keys or subject are malformed
   */
  for(audience: string): string {
    const known = this.kept.get(audience);
    if (known !== undefined && this.now() < known.until) {
      return known.authorization;
    }
    const { subject, publicKey, privateKey } = this.credentials;
    const authorization = webpush.getVapidHeaders(audience, subject, publicKey, privateKey, 'aes128gcm').Authorization;
    this.kept.delete(audience);
    this.kept.set(audience, { authorization, until: this.now() + KEPT_MS });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_AUDIENCES && oldest !== undefined) {
      this.kept.delete(oldest);
    }
    return authorization;
  }
}
