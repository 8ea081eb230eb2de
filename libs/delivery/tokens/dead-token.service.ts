import { Inject, Injectable } from '@nestjs/common';
import { ActivityTokenService, TokenRetirementService } from '#libs/users/devices';
import type { Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import type { DeadToken, LeasedChunk } from '../model/delivery.types.js';
import { DeadTokenRepository } from './dead-token.repository.js';

/**
 * A dispatch retires at most this share of its recipients' tokens, but `MIN_LIMIT` in any case. A device base that was unused
 * for long has up to a fifth of dead tokens; with a wrong key all of them seem dead.
 */
const MAX_SHARE = 0.2;
const MIN_LIMIT = 100;

/** The number of tokens that one dispatch may retire. */
export function retirementLimit(planned: number): number {
  return Math.max(MIN_LIMIT, Math.floor(planned * MAX_SHARE));
}

/** Retires dead tokens, but keeps a mistake, such as the key of another app, from erasing a device base. */
@Injectable()
export class DeadTokenService {
  constructor(
    private readonly deadTokens: DeadTokenRepository,
    private readonly tokens: TokenRetirementService,
    private readonly activityTokens: ActivityTokenService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Retires dead tokens up to the limit of the dispatch, if the installations still have them. Tokens beyond the limit are only
   * marked as suspect, and one log line informs the operator.
   */
  async report(tx: Tx, chunk: LeasedChunk, dead: readonly DeadToken[]): Promise<void> {
    const { appId, dispatchId } = chunk;
    const { before, planned } = await this.deadTokens.addDead(tx, chunk, dead.length);
    const limit = retirementLimit(planned);
    const room = Math.max(0, limit - before);
    const retired = await this.tokens.retireTokens(tx, appId, dead.slice(0, room), dispatchId);
    if (retired < Math.min(room, dead.length) && chunk.channel === 'apns') {
      // Some are none of installations, or not any more: they may be of live activities.
      await this.activityTokens.dropDead(tx, appId, dead.slice(0, room));
    }
    await this.tokens.suspectTokens(tx, appId, dead.slice(room), dispatchId);
    if (before <= limit && before + dead.length > limit) {
      const { reason, raw } = dead[room] ?? { reason: '', raw: '' };
      this.logger.error(
        { appId, dispatchId, planned, retired: limit, reason, raw },
        'a provider reports too many dead tokens for one dispatch; the rest stay in use, see "herald tokens list"',
      );
    }
  }

  /**
   * Notifications of which a dispatch had more dead tokens than it may retire, each with the tokens that are beyond: they
   * were only suspected.
   *
   * @param keys   those that are asked about
   * @param since  dispatches that were launched before are left out
   * @returns tokens beyond the limit, by key
   */
  async findBeyondLimit(appId: number, keys: readonly number[], since: Date): Promise<Map<number, number>> {
    const beyond = new Map<number, number>();
    for (const struck of keys.length > 0 ? await this.deadTokens.listStruck(appId, keys, since, MIN_LIMIT) : []) {
      const tokens = struck.dead - retirementLimit(struck.planned);
      if (tokens > 0) {
        beyond.set(struck.notificationKey, (beyond.get(struck.notificationKey) ?? 0) + tokens);
      }
    }
    return beyond;
  }

  /** The dispatches of a notification, whose tokens an operator restores or retires. */
  async findDispatches(appId: number, notificationKey: number): Promise<number[]> {
    return this.deadTokens.findDispatches(appId, notificationKey);
  }
}
