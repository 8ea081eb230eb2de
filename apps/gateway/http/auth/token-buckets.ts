import type { RateLimit } from '#libs/tenancy';

/**
 * What became of one request.
 *
 * @property isTaken    false: over the limit
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
 * Token buckets: each holds `burst` tokens at most, gains `perSecond`, and a request takes one. A request that is refused
 * takes none, so a client that keeps asking is served at its rate. One bucket per key that was ever used in this process.
 */
export class TokenBuckets {
  private readonly buckets = new Map<number, Bucket>();

  /** @param now  milliseconds of a clock that only goes forward */
  consume(key: number, { perSecond, burst }: RateLimit, now: number): ConsumeResult {
    const bucket = this.buckets.get(key) ?? { tokens: burst, at: now };
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
    const isTaken = tokens >= 1;
    const left = isTaken ? tokens - 1 : tokens;
    this.buckets.set(key, { tokens: left, at: now });
    return {
      isAllowed: isTaken,
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((burst - left) / perSecond),
      retryAfterSeconds: left >= 1 ? 0 : Math.ceil((1 - left) / perSecond),
    };
  }
}
