import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Account, type AccountRateLimits, RateLimiterService } from '#libs/channels';
import type { Lane } from '../model/delivery.types.js';

/**
 * How far ahead turns are given, in ms. A bulk send waits outside while more than a tenth of a second is taken, and what it
 * then takes is worth no more than `TURN_MS`: what a transactional one meets of campaigns passes within half a second.
 */
const MAX_WAIT_MS: Record<Lane, number> = { bulk: 100, single: 5000 };
/** What leaves together of a paced account is worth so much of its time. */
const BATCH_MS = 400;
/**
 * A send may leave so much before its turn. That covers the turn of a campaign, whose messages all left at its beginning: a
 * transactional one goes at once, and the campaign's next turn comes later by what it cost. An account sends what it may in a time,
 * and half a second's worth more at most.
 */
const MAX_EARLY_MS: Record<Lane, number> = { bulk: 0, single: BATCH_MS + MAX_WAIT_MS.bulk };
/** Between two looks whether a wait still makes sense. */
const MAX_RECHECK_MS = 1000;

/** Messages that a sender spaces by itself: more of them at once would wait past its patience, and be tried again later. */
const MIN_SPACED_SIZE = 20;

/** Turns of paced accounts, over all workers. */
@Injectable()
export class AccountRateLimitService {
  constructor(private readonly rateLimiter: RateLimiterService) {}

  /**
   * Messages that may leave together: of a paced account what may leave within `TURN_MS` at the rate of now, at least one.
   *
   * @param maxSize  where nothing limits it
   */
  async batchSize(account: Account, maxSize: number): Promise<number> {
    const { pace } = account;
    const size = spacedBatchSize(account, maxSize);
    return pace?.perSecond === undefined && pace?.rampFrom === undefined
      ? size
      : Math.min(
          size,
          Math.max(1, Math.floor(((await this.rateLimiter.getRate({ ...account, ...pace })) * BATCH_MS) / 1000)),
        );
  }

  /**
   * Waits until a turn comes.
   *
   * @param turn.waits     told when the turn does not come at once
   * @param isStillNeeded  asked at least once a second
   * @returns false when it is not wanted any more
   */
  async acquire(
    { appId, accountId }: Account,
    { perSecond, rampFrom }: AccountRateLimits,
    { lane, size, onWait: waits }: { lane: Lane; size: number; onWait?: () => void },
    isStillNeeded: () => Promise<boolean>,
  ): Promise<boolean> {
    if (perSecond === undefined && rampFrom === undefined) {
      return true;
    }
    const request = { appId, accountId, key: '', cost: size, perSecond, rampFrom, maxWaitMs: MAX_WAIT_MS[lane] };
    while (await isStillNeeded()) {
      const { isGranted, waitMs } = await this.rateLimiter.acquire(request);
      const share = 0.5 + Math.random() / 2;
      const delayMs = isGranted
        ? Math.max(0, waitMs - MAX_EARLY_MS[lane])
        : Math.max(5, Math.min(MAX_RECHECK_MS, waitMs * share));
      if (delayMs > 0) {
        waits?.();
        await sleep(delayMs);
      }
      if (isGranted) {
        return true;
      }
    }
    return false;
  }
}

/** Messages of an account that may be handed to its sender together, as far as that one spaces them by itself. */
export function spacedBatchSize({ pace, credentials }: Pick<Account, 'pace' | 'credentials'>, maxSize: number): number {
  const ratePerSecond = 'segmentsPerSecond' in credentials ? credentials.segmentsPerSecond : pace?.perDomain;
  return ratePerSecond === undefined ? maxSize : Math.min(maxSize, Math.max(MIN_SPACED_SIZE, ratePerSecond));
}
