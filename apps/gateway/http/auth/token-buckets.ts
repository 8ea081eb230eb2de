import type { RateLimit } from '#libs/tenancy';

/**
 * The result of one request.
 *
 * @property isAllowed  false: over the limit
 * @property remaining  requests that may follow at once
 * @property resetSeconds  until `burst` may follow at once again
 * @property retryAfterSeconds  until the next one may come; 0 when it may at once
 */
export interface ConsumeResult {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Token buckets: each holds `burst` tokens at most and gains `perSecond`; a request takes one. A refused request takes
 * none, so an impatient client is served at its rate. One bucket for each key that was used in this process.
 */
export class TokenBuckets {
  private readonly buckets = new Map<number, Bucket>();

  /** @param now  milliseconds of a clock that only goes forward */
  consume(key: number, { perSecond, burst }: RateLimit, now: number): ConsumeResult {
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
    const isAllowed = tokens >= 1;
    const left = isAllowed ? tokens - 1 : tokens;
    this.buckets.set(key, { tokens: left, at: now });
    return {
      isAllowed,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((burst - left) / perSecond),
      retryAfterSeconds: left >= 1 ? 0 : Math.ceil((1 - left) / perSecond),
    };
  }
}
