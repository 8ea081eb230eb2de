import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Account, type Pace, Paces } from '#libs/channels';
import type { Lane } from './delivery.types.js';

/**
 * How far ahead turns are given, in ms. A bulk send waits outside once a quarter of a second is taken, so a transactional
 * one, which may look further ahead, is never behind more than that of a campaign.
 */
const PATIENCE: Record<Lane, number> = { bulk: 250, single: 5000 };
/** Between two looks whether a wait still makes sense. */
const LONGEST_LOOK_MS = 1000;

/** Turns of paced accounts, over all workers. */
@Injectable()
export class AccountTurns {
  constructor(private readonly paces: Paces) {}

  /** Messages of one turn: what may leave within a second at the rate of now, at least one. */
  async sizeOf(account: Account, pace: Pace): Promise<number> {
    const isPaced = pace.perSecond !== undefined || pace.rampFrom !== undefined;
    return isPaced
      ? Math.max(1, Math.floor(await this.paces.rateOf({ ...account, ...pace })))
      : Number.MAX_SAFE_INTEGER;
  }

  /**
   * Waits until a turn comes.
   *
   * @param isStillWanted  asked at least once a second
   * @returns false when it is not wanted any more
   */
  async take(
    { appId, accountId }: Account,
    { perSecond, rampFrom }: Pace,
    { lane, size }: { lane: Lane; size: number },
    isStillWanted: () => Promise<boolean>,
  ): Promise<boolean> {
    if (perSecond === undefined && rampFrom === undefined) {
      return true;
    }
    const turn = { appId, accountId, lane: '', cost: size, perSecond, rampFrom, patienceMs: PATIENCE[lane] };
    while (await isStillWanted()) {
      const { isGranted, waitMs } = await this.paces.turn(turn);
      const share = 0.5 + Math.random() / 2;
      await sleep(isGranted ? waitMs : Math.max(5, Math.min(LONGEST_LOOK_MS, waitMs * share)));
      if (isGranted) {
        return true;
      }
    }
    return false;
  }
}
