import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Account, type AccountRateLimits, providerOf, RateLimiterService } from '#libs/channels';
import { type Lane, LANES } from '../model/delivery.types.js';

/** Time that a batch of a rate-limited account may take. */
const BATCH_MS = 400;
/**
 * How far ahead the rate limit may be booked. Bulk sends book little, at most one `BATCH_MS` on top: so a transactional send
 * waits for campaigns no longer than half a second.
 */
const MAX_WAIT_MS: Record<Lane, number> = { bulk: 100, [LANES.transactional]: 5000 };
/**
 * How long before its booked time a batch may leave. A transactional batch leaves at once, and the next campaign batch is
 * later by its cost. So an account exceeds its rate by half a second's worth at most.
 */
const MAX_EARLY_MS: Record<Lane, number> = { bulk: 0, [LANES.transactional]: BATCH_MS + MAX_WAIT_MS.bulk };
const MAX_RECHECK_MS = 1000;

/** Messages that a sender may space by itself. More at once would wait too long there, and be retried later. */
const MIN_SPACED_SIZE = 20;

/** Waits for the rate limits of accounts, which all workers share. */
@Injectable()
export class AccountRateLimitService {
  constructor(private readonly rateLimiter: RateLimiterService) {}

  /**
   * Messages that may leave together: with a rate limit as many as fit into `BATCH_MS`, at least one.
   *
   * @param maxSize  the limit of an account without a rate limit
   */
  async batchSize(account: Account, maxSize: number): Promise<number> {
    const { pace } = account;
    const size = spacedBatchSize(account, maxSize);
    if (pace?.perSecond === undefined && pace?.rampFrom === undefined) {
      return size;
    }
    const ratePerSecond = await this.rateLimiter.getRate({ ...account, ...pace });
    return Math.min(size, Math.max(1, Math.floor((ratePerSecond * BATCH_MS) / 1000)));
  }

  /**
   * Waits until a batch may leave.
   *
   * @param batch.onWait   called when it must wait
   * @param isStillNeeded  called at least once a second
   * @returns false when it is not needed any more
   */
  async acquire(
    { appId, accountId }: Account,
    { perSecond, rampFrom }: AccountRateLimits,
    { lane, size, onWait }: { lane: Lane; size: number; onWait?: () => void },
    isStillNeeded: () => Promise<boolean>,
  ): Promise<boolean> {
    if (perSecond === undefined && rampFrom === undefined) {
      return true;
    }
    const request = { appId, accountId, key: '', cost: size, perSecond, rampFrom, maxWaitMs: MAX_WAIT_MS[lane] };
    while (await isStillNeeded()) {
      const { isGranted, waitMs } = await this.rateLimiter.acquire(request);
      const jitter = 0.5 + Math.random() / 2;
      const delayMs = isGranted
        ? Math.max(0, waitMs - MAX_EARLY_MS[lane])
        : Math.max(5, Math.min(MAX_RECHECK_MS, waitMs * jitter));
      if (delayMs > 0) {
        onWait?.();
        await sleep(delayMs);
      }
      if (isGranted) {
        return true;
      }
    }
    return false;
  }
}

/** Messages that may be handed to a sender together, if that sender spaces them by itself. */
export function spacedBatchSize(
  { pace, provider, credentials }: Pick<Account, 'pace' | 'provider' | 'credentials'>,
  maxSize: number,
): number {
  const ratePerSecond = providerOf(provider).spacing?.(credentials) ?? pace?.perDomain;
  return ratePerSecond === undefined ? maxSize : Math.min(maxSize, Math.max(MIN_SPACED_SIZE, ratePerSecond));
}
