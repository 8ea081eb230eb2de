import { createHash } from 'node:crypto';
import type { RateLimit } from '#libs/tenancy';
import { LruCache } from '#platform/collections';
import type { BucketUse } from '#platform/limits';

/** Buckets of one limit that a process keeps. Another one makes space for a new one, whose client begins again here. */
const MAX_BUCKETS = 50_000;
/**
 * Share of a limit that a process may use without a report: a client that is slow or new costs no row. So up to ten
 * processes keep a limit, and each further one adds a tenth of it.
 */
const UNREPORTED_SHARE = 0.1;

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

/** Times in milliseconds of a clock that only goes forward. */
interface Bucket {
  key: string;
  rate: RateLimit;
  /** When the bucket is full again. */
  fullAt: number;
  /** Requests that the other processes do not know, as the time in which the bucket gains as many. */
  unreportedMs: number;
  /** When `unreportedMs` was last counted; the free share is deducted since then. */
  countedAt: number;
}

/** A report that is on its way. */
export interface Report {
  uses: BucketUse[];
  /** Takes the answer: seconds until each bucket is full again, by the count of all processes. */
  accept(seconds: readonly number[], now: number): void;
  /** The answer did not come: the uses are reported again. */
  giveBack(): void;
}

/**
 * Token buckets of one limit: each holds `burst` tokens at most and gains `perSecond`; a request takes one. A refused
 * request takes none, so an impatient client is served at its rate. A request is decided here and waits for no one:
 * what was used is reported now and then, and the answer has what all processes used.
 */
export class LocalBuckets {
  /** Made by the first request: it has space for all of them at once, and most limits of a process are never asked. */
  private stored: LruCache<string, Bucket> | undefined;
  private readonly touched = new Set<Bucket>();

  /** @param name  of the limit; buckets of limits with other names are others */
  constructor(readonly name: string) {}

  /** Seconds until a token may be taken; 0: at once. Takes none. */
  waitFor(key: string, rate: RateLimit, now: number): number {
    const { costMs, windowMs } = timesOf(rate);
    const owedMs = Math.max(0, this.find(key, rate, now).fullAt - now);
    return Math.ceil(Math.max(0, owedMs + costMs - windowMs - 1e-6) / 1000);
  }

  /**
   * Takes one token.
   *
   * @param key  the caller that the limit counts for
   * @param now  milliseconds of a clock that only goes forward
   */
  consume(key: string, rate: RateLimit, now: number): ConsumeResult {
    const bucket = this.find(key, rate, now);
    const { costMs, windowMs } = timesOf(rate);
    const owedMs = Math.max(0, bucket.fullAt - now);
    const isAllowed = owedMs + costMs <= windowMs + 1e-6;
    if (isAllowed) {
      bucket.fullAt = now + owedMs + costMs;
      bucket.unreportedMs += costMs;
      this.touched.add(bucket);
    }
    const leftMs = Math.max(0, bucket.fullAt - now);
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor((windowMs - leftMs) / costMs + 1e-6)),
      resetSeconds: Math.ceil(leftMs / 1000),
      retryAfterSeconds: Math.ceil(Math.max(0, leftMs + costMs - windowMs - 1e-6) / 1000),
    };
  }

  /**
   * Collects what the other processes should know.
   *
   * @param most  buckets at most; the others follow
   */
  takeReport(now: number, most: number): Report {
    const reported: { bucket: Bucket; usedMs: number }[] = [];
    for (const bucket of this.touched) {
      if (reported.length === most) {
        break;
      }
      this.touched.delete(bucket);
      const freeMs = timesOf(bucket.rate).windowMs * UNREPORTED_SHARE;
      const elapsedMs = now - bucket.countedAt;
      bucket.countedAt = now;
      bucket.unreportedMs = Math.max(0, bucket.unreportedMs - Math.min(elapsedMs * UNREPORTED_SHARE, freeMs));
      if (bucket.unreportedMs > freeMs) {
        reported.push({ bucket, usedMs: bucket.unreportedMs });
        bucket.unreportedMs = 0;
      }
    }
    return {
      uses: reported.map(({ bucket, usedMs }) => ({
        bucket: toBucketId(this.name, bucket),
        usedSeconds: usedMs / 1000,
        windowSeconds: timesOf(bucket.rate).windowMs / 1000,
      })),
      accept: (seconds, answeredAt) => {
        for (const [index, { bucket }] of reported.entries()) {
          bucket.fullAt = answeredAt + (seconds[index] ?? 0) * 1000 + bucket.unreportedMs;
        }
      },
      giveBack: () => {
        for (const { bucket, usedMs } of reported) {
          bucket.unreportedMs += usedMs;
          this.touched.add(bucket);
        }
      },
    };
  }

  private get buckets(): LruCache<string, Bucket> {
    this.stored ??= new LruCache({ max: MAX_BUCKETS });
    return this.stored;
  }

  private find(key: string, rate: RateLimit, now: number): Bucket {
    const known = this.buckets.get(key);
    if (known?.rate.perSecond === rate.perSecond && known.rate.burst === rate.burst) {
      return known;
    }
    const bucket = { key, rate, fullAt: now, unreportedMs: 0, countedAt: now };
    this.buckets.set(key, bucket);
    return bucket;
  }
}

/** Time in which a bucket gains one token, and in which an empty one becomes full. */
function timesOf({ perSecond, burst }: RateLimit): { costMs: number; windowMs: number } {
  return { costMs: 1000 / perSecond, windowMs: (1000 * burst) / perSecond };
}

/** A UUID (RFC 9562, version 8) of a hash: no address or key is in the shared store. */
function toBucketId(name: string, { key, rate }: Bucket): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, rate.perSecond, rate.burst, key]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
