import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import type { LeasedChunk, Settlement } from '../delivery.types.js';
import type { FrozenMessage } from '../frozen-messages.js';
import { LeaseLost, SettleService } from '../settle.service.js';
import { Gathering } from './gathering.js';
import { SingleSendRepository } from './single-send.repository.js';

/**
 * Between two looks at which dispatches have ended. Whether they have is nobody's business but the statistics', and one look
 * at many costs little more than one at a few.
 */
const FINISH_MS = 200;
const MOST_FINISHED = 500;

/** A chunk together with what its last sub-batch changes. */
export interface Ending {
  chunk: LeasedChunk;
  message: FrozenMessage;
  settlement: Settlement;
}

/** The end of small chunks, several together. */
@Injectable()
export class SingleSettlements {
  private readonly finishing = new Gathering<number>((ids) => this.finishAll(ids), FINISH_MS, MOST_FINISHED);

  constructor(
    private readonly rows: SingleSendRepository,
    private readonly settlements: SettleService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends small chunks, those that bring nothing but results in one statement. When that fails, and for all others, each
   * is settled by itself, as any chunk is.
   */
  async settle(endings: readonly Ending[]): Promise<void> {
    const plain = endings.filter(isPlain);
    const ended = await this.endTogether(plain);
    const faults: unknown[] = [];
    for (const { chunk, message, settlement } of endings.filter((ending) => !ended.has(ending.chunk.chunkId))) {
      try {
        await this.settlements.settle(chunk, message, settlement);
      } catch (error) {
        if (!(error instanceof LeaseLost)) {
          faults.push(error);
        }
        this.logger.warn({ err: error, chunkId: chunk.chunkId }, 'a single send was not settled here');
      }
    }
    const done = new Set(plain.filter(({ chunk }) => ended.has(chunk.chunkId)).map(({ chunk }) => chunk.dispatchId));
    await this.finish([...done]);
    if (faults.length > 0) {
      throw faults[0];
    }
  }

  /** Closes those of some dispatches of which nothing is left to do, together with others. */
  async finish(dispatchIds: readonly number[]): Promise<void> {
    await Promise.all(dispatchIds.map((dispatchId) => this.finishing.add(dispatchId)));
  }

  /** @returns the chunks that are ended */
  private async endTogether(plain: readonly Ending[]): Promise<Set<number>> {
    if (plain.length === 0) {
      return new Set();
    }
    try {
      return await this.rows.end(
        plain.map(({ chunk, message, settlement }) => {
          return { chunk, day: message.dispatch.day, results: settlement.results };
        }),
      );
    } catch (error) {
      this.logger.warn({ err: error, chunks: plain.length }, 'single sends could not be settled together');
      return new Set();
    }
  }

  private async finishAll(dispatchIds: readonly number[]): Promise<void> {
    try {
      await this.settlements.finish(dispatchIds);
    } catch (error) {
      this.logger.warn({ err: error, dispatches: dispatchIds.length }, 'dispatches are left to the sweep to finish');
    }
  }
}

/** Its results and its end are all that there is to write down. */
function isPlain({ chunk, message, settlement }: Ending): boolean {
  const { results, retries, doubts, dead, inbox, last } = settlement;
  const nothingElse = retries.length + doubts.length + dead.length + inbox.length === 0;
  const isWhole = last && chunk.done === 0 && results.length === chunk.remaining.length;
  return nothingElse && isWhole && message.dispatch.options.hookId === undefined;
}
