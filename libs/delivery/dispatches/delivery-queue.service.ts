import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels/definitions';
import { JobQueue } from '#platform/queue';
import {
  chunkQueueName,
  groupByQueue,
  launchDispatch,
  launchQueueName,
  MAX_TRANSACTIONAL_PER_JOB,
  sendChunk,
  sendTransactional,
} from '../model/delivery.jobs.js';
import { type ChunkKey, type Lane, LANES } from '../model/delivery.types.js';
import type { OpenChunk } from './chunk.repository.js';

/**
 * Enqueues the jobs that launch dispatches and send chunks. A job is a wake-up call: recovery enqueues again what got lost.
 *
 * Every method takes the end of the job id. Two jobs of one chunk need two ids, or the queue keeps only the first.
 */
@Injectable()
export class DeliveryQueueService {
  constructor(private readonly queue: JobQueue) {}

  async enqueueLaunch(dispatchId: number, lane: Lane, jobSuffix: string): Promise<void> {
    await this.queue.enqueue(launchDispatch, launchQueueName(lane), [
      { id: `launch-${dispatchId}-${jobSuffix}`, payload: { dispatchId } },
    ]);
  }

  /** Enqueues many transactional sends with one job. Its worker hands large ones over to jobs of their own. */
  async enqueueTransactional(dispatchIds: readonly number[], jobSuffix: string): Promise<void> {
    for (let start = 0; start < dispatchIds.length; start += MAX_TRANSACTIONAL_PER_JOB) {
      const batch = dispatchIds.slice(start, start + MAX_TRANSACTIONAL_PER_JOB);
      await this.queue.enqueue(sendTransactional, launchQueueName(LANES.transactional), [
        { id: `singles-${batch[0]}-${jobSuffix}`, payload: { dispatchIds: batch } },
      ]);
    }
  }

  /** Enqueues chunks of one lane and channel. */
  async enqueueChunks(lane: Lane, channel: Channel, keys: readonly ChunkKey[], jobSuffix: string): Promise<void> {
    await this.queue.enqueue(
      sendChunk,
      chunkQueueName(lane, channel),
      keys.map(({ vb, appId, dispatchId, chunkId }) => ({
        id: `chunk-${chunkId}-${jobSuffix}`,
        payload: { vb, appId, dispatchId, chunkId },
      })),
    );
  }

  /** Enqueues chunks of any lanes and channels. */
  async enqueueOpenChunks(chunks: readonly OpenChunk[], jobSuffix: string): Promise<void> {
    for (const group of groupByQueue(chunks).values()) {
      const [first] = group;
      if (first) {
        await this.enqueueChunks(first.lane, first.channel, group, jobSuffix);
      }
    }
  }

  /** Tests if no job waits in the queue of a lane and channel. Also when the queue does not answer. */
  async isIdle(lane: Lane, channel: Channel): Promise<boolean> {
    return (await this.queue.countWaiting(chunkQueueName(lane, channel))) === 0;
  }
}
