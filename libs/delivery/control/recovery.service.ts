import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { LANES } from '../model/delivery.types.js';
import { CommittedBatchService } from '../dispatches/committed-batch.service.js';
import { DispatchRepository } from '../dispatches/dispatch.repository.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { type ChunkQueue, OpenChunkRepository } from './open-chunk.repository.js';
import { PacingService } from './pacing.service.js';
import { RetryChunksService } from './retry-chunks.service.js';

/** The numbers of what one run enqueued. */
export interface RecoveryReport {
  launches: number;
  chunks: number;
  retries: number;
}

/**
 * Enqueues the open work that no worker holds. So an emptied queue, a dead worker or a failed enqueue loses nothing.
 * Several processes may run it at the same time.
 */
@Injectable()
export class RecoveryService {
  private runs = 0;
  /** Keeps the ids of jobs apart from those of other processes. */
  private readonly processName = randomBytes(6).toString('hex');

  constructor(
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly dispatches: DispatchRepository,
    private readonly retries: RetryChunksService,
    private readonly pacing: PacingService,
    private readonly openChunks: OpenChunkRepository,
    private readonly committed: CommittedBatchService,
  ) {}

  @Recurring('open-work.recover', (config) => config.SWEEP_MS)
  async enqueueOpenWork(): Promise<RecoveryReport> {
    if (!(await this.dispatches.hasOpen())) {
      return { launches: 0, chunks: 0, retries: 0 };
    }
    const jobSuffix = `${this.processName}-${this.runs++}`;
    const unlaunched = await this.dispatches.claimUnlaunched();
    // Unclaimed transactional sends share jobs: one job each would cost most under the highest load.
    const unclaimed = unlaunched.filter(({ lane, epoch }) => lane === LANES.transactional && epoch === 0);
    await this.deliveryQueue.enqueueTransactional(
      unclaimed.map(({ dispatchId }) => dispatchId),
      jobSuffix,
    );
    for (const { dispatchId, lane } of unlaunched.filter((dispatch) => !unclaimed.includes(dispatch))) {
      await this.deliveryQueue.enqueueLaunch(dispatchId, lane, jobSuffix);
    }
    await this.pacing.releaseDue(jobSuffix);
    const retries = await this.retries.createRetryChunks();
    const open = await this.openChunks.claimOpen(await this.findIdleQueues());
    await this.deliveryQueue.enqueueOpenChunks(open, jobSuffix);
    const completed = await this.dispatches.findCompleted();
    if (completed.length > 0) {
      await this.committed.finishDispatches(completed);
    }
    return { launches: unlaunched.length, chunks: open.length, retries };
  }

  /**
   * Queues whose overdue chunks have lost their jobs. While jobs wait in a queue, each of them sends an overdue chunk as
   * well; more jobs would only make it longer.
   */
  private async findIdleQueues(): Promise<ChunkQueue[]> {
    const idle: ChunkQueue[] = [];
    for (const queue of await this.openChunks.findOverdueQueues()) {
      if (await this.deliveryQueue.isIdle(queue.lane, queue.channel)) {
        idle.push(queue);
      }
    }
    return idle;
  }
}
