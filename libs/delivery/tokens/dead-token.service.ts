import { Inject, Injectable } from '@nestjs/common';
import { TokenRetirementService } from '#libs/users';
import type { Tx } from '#platform/db';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import type { DeadToken, LeasedChunk } from '../model/delivery.types.js';
import { DeadTokenRepository } from './dead-token.repository.js';

/**
 * One dispatch takes at most this share of its recipients' tokens out of use, but this many in any case. A base that was
 * not written to for long has up to a fifth of dead tokens; a wrong key has all.
 */
const MAX_SHARE = 0.2;
const MIN_LIMIT = 100;

/** How many tokens of one dispatch may be taken out of use. */
export function retirementLimit(planned: number): number {
  return Math.max(MIN_LIMIT, Math.floor(planned * MAX_SHARE));
}

/** Keeps a fault of ours, such as the key of another app, from erasing a device base. */
@Injectable()
export class DeadTokenService {
  constructor(
    private readonly deadTokens: DeadTokenRepository,
    private readonly tokens: TokenRetirementService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes dead tokens out of use, if they are still the ones that were sent to, up to the dispatch's limit. Those beyond are
   * only suspected, and the operator is told, once.
   */
  async report(tx: Tx, chunk: LeasedChunk, dead: readonly DeadToken[]): Promise<void> {
    const { appId, dispatchId } = chunk;
    const { before, planned } = await this.deadTokens.addDead(tx, chunk, dead.length);
    const limit = retirementLimit(planned);
    const room = Math.max(0, limit - before);
    await this.tokens.retireTokens(tx, appId, dead.slice(0, room), dispatchId);
    await this.tokens.suspectTokens(tx, appId, dead.slice(room), dispatchId);
    if (before <= limit && before + dead.length > limit) {
      const { reason, raw } = dead[room] ?? { reason: '', raw: '' };
      this.logger.error(
        { appId, dispatchId, planned, retired: limit, reason, raw },
        'a provider calls too many tokens of one send dead: the rest stay in use; see "herald tokens list"',
      );
    }
  }

  /** Undoes what a dispatch did to tokens, but for those that were registered anew since. */
  async restore(appId: number, dispatchIds: readonly number[]): Promise<{ restored: number; cleared: number }> {
    return this.tokens.restoreTokens(appId, dispatchIds);
  }

  /** Takes what was only suspected out of use. @returns how many tokens */
  async retireSuspects(appId: number, dispatchIds: readonly number[]): Promise<number> {
    return this.tokens.retireSuspects(appId, dispatchIds);
  }

  async findDispatches(appId: number, notificationKey: number): Promise<number[]> {
    return this.deadTokens.findDispatches(appId, notificationKey);
  }
}
