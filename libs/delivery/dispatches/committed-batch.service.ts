import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { ClockService, type Logger } from '#platform/runtime';
import { DeliveryCountersService } from '../metrics/delivery-counters.service.js';
import type { BatchCommit, Dispatch, LeasedChunk } from '../model/delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';

/** What follows the commit of a batch: it is counted, and its dispatch may be finished. */
@Injectable()
export class CommittedBatchService {
  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly counters: DeliveryCountersService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a committed batch to the metrics of this process. */
  count({ channel }: LeasedChunk, { lane, dueAt }: Dispatch, commit: BatchCommit): void {
    const seconds = (this.clock.now().getTime() - dueAt.getTime()) / 1000;
    this.counters.countCommit(channel, lane, commit, seconds);
  }

  /** Finishes those dispatches that have no open chunk and no retry. */
  async finishDispatches(dispatchIds: readonly number[]): Promise<void> {
    for (const { dispatchId, planned, settled } of await this.dispatches.finishCompleted(dispatchIds)) {
      if (planned !== settled) {
        this.logger.error({ dispatchId, planned, settled }, 'the counts of a finished dispatch do not add up');
      }
    }
  }
}
