import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Account, type AccountRateLimits, RateLimiterService } from '#libs/channels';
import type { Lane } from './delivery.types.js';

/**
 * How far ahead turns are given, in ms. A bulk send waits outside while more than a tenth of a second is taken, and what it
 * then takes is worth no more than `TURN_MS`: what a transactional one meets of campaigns passes within half a second.
 */
const PATIENCE: Record<Lane, number> = { bulk: 100, single: 5000 };
/** What leaves together of a paced account is worth so much of its time. */
const TURN_MS = 400;
/**
 * A send may leave so much before its turn. That covers the turn of a campaign, whose messages all left at its beginning: a
 * transactional one goes at once, and the campaign's next turn comes later by what it cost. An account sends what it may in a time,
 * and half a second's worth more at most.
 */
const AHEAD_MS: Record<Lane, number> = { bulk: 0, single: TURN_MS + PATIENCE.bulk };
/** Between two looks whether a wait still makes sense. */
const LONGEST_LOOK_MS = 1000;

/** Messages that a sender spaces by itself: more of them at once would wait past its patience, and be tried again later. */
const SPACED_SIZE = 20;

/** Turns of paced accounts, over all workers. */
@Injectable()
export class AccountTurns {
  constructor(private readonly paces: RateLimiterService) {}

  /**
   * Messages that may leave together: of a paced account what may leave within `TURN_MS` at the rate of now, at least one.
   *
   * @param most  where nothing limits it
   */
  async sizeOf(account: Account, most: number): Promise<number> {
    const { pace } = account;
    const size = sizeOfSpaced(account, most);
    return pace?.perSecond === undefined && pace?.rampFrom === undefined
      ? size
      : Math.min(size, Math.max(1, Math.floor(((await this.paces.getRate({ ...account, ...pace })) * TURN_MS) / 1000)));
  }

  /**
   * Waits until a turn comes.
   *
   * @param turn.waits     told when the turn does not come at once
   * @param isStillWanted  asked at least once a second
   * @returns false when it is not wanted any more
   */
  async take(
    { appId, accountId }: Account,
    { perSecond, rampFrom }: AccountRateLimits,
    { lane, size, waits }: { lane: Lane; size: number; waits?: () => void },
    isStillWanted: () => Promise<boolean>,
  ): Promise<boolean> {
    if (perSecond === undefined && rampFrom === undefined) {
      return true;
    }
    const turn = { appId, accountId, key: '', cost: size, perSecond, rampFrom, maxWaitMs: PATIENCE[lane] };
    while (await isStillWanted()) {
      const { isGranted, waitMs } = await this.paces.acquire(turn);
      const share = 0.5 + Math.random() / 2;
      const restMs = isGranted
        ? Math.max(0, waitMs - AHEAD_MS[lane])
        : Math.max(5, Math.min(LONGEST_LOOK_MS, waitMs * share));
      if (restMs > 0) {
        waits?.();
        await sleep(restMs);
      }
      if (isGranted) {
        return true;
      }
    }
    return false;
  }
}

/** Messages of an account that may be handed to its sender together, as far as that one spaces them by itself. */
export function sizeOfSpaced({ pace, credentials }: Pick<Account, 'pace' | 'credentials'>, most: number): number {
  const spacing = 'segmentsPerSecond' in credentials ? credentials.segmentsPerSecond : pace?.perDomain;
  return spacing === undefined ? most : Math.min(most, Math.max(SPACED_SIZE, spacing));
}
