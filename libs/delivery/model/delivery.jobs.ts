import { type Channel, CHANNELS } from '#libs/channels/definitions';
import { groupBy } from '#platform/collections';
import { defineJob } from '#platform/queue';
import { type ChunkKey, type Lane, LANES } from './delivery.types.js';

/** Freeze the audience of a dispatch and cut it into chunks. */
export const launchDispatch = defineJob<{ dispatchId: number }>('delivery.launch');
/** Launch and send dispatches on the fast path. */
export const sendTransactional = defineJob<{ dispatchIds: number[] }>('delivery.singles');
/** Send one chunk. */
export const sendChunk = defineJob<ChunkKey>('delivery.chunk');
/** Call one webhook. */
export const deliverWebhook = defineJob<{ callId: number }>('delivery.hook');

/** Transactional sends that share one job of recovery. */
export const MAX_TRANSACTIONAL_PER_JOB = 50;

/** Transactional jobs are small and mostly wait for commits; concurrent ones share a flush of the WAL. */
const TRANSACTIONAL_CONCURRENCY = 6;

/** Webhooks have a queue of their own: neither they nor the sends wait for each other. */
export const WEBHOOK_QUEUE = 'hooks';

/** Every job of this module. */
export const DELIVERY_JOBS = [launchDispatch, sendTransactional, sendChunk, deliverWebhook];

export function launchQueueName(lane: Lane): string {
  return `${lane}-launch`;
}

/** Each channel has a queue of its own: a slow mail server delays no push. */
export function chunkQueueName(lane: Lane, channel: Channel): string {
  return `${lane}-${channel}`;
}

/** @throws Error when the name is not that of a queue of chunks */
export function parseChunkQueueName(queueName: string): { lane: Lane; channel: Channel } {
  for (const lane of Object.values(LANES)) {
    for (const channel of Object.keys(CHANNELS) as Channel[]) {
      if (chunkQueueName(lane, channel) === queueName) {
        return { lane, channel };
      }
    }
  }
  throw new Error(`${queueName} is no queue of chunks`);
}

/** All queues that a worker listens to. */
export function allQueueNames(): string[] {
  const channels = Object.keys(CHANNELS) as Channel[];
  const sendQueues = Object.values(LANES).flatMap((lane) => [
    launchQueueName(lane),
    ...channels.map((channel) => chunkQueueName(lane, channel)),
  ]);
  return [...sendQueues, WEBHOOK_QUEUE];
}

export function isTransactionalQueue(queueName: string): boolean {
  return queueName.startsWith(`${LANES.transactional}-`);
}

/** Jobs of a queue that one worker runs at a time. */
export function countJobPlaces(queueName: string, { CHUNK_CONCURRENCY }: { CHUNK_CONCURRENCY: number }): number {
  return isTransactionalQueue(queueName) ? TRANSACTIONAL_CONCURRENCY : CHUNK_CONCURRENCY;
}

/** Chunks by the name of their queue. */
export function groupByQueue<C extends { lane: Lane; channel: Channel }>(chunks: readonly C[]): Map<string, C[]> {
  return groupBy(chunks, ({ lane, channel }) => chunkQueueName(lane, channel));
}

/** Recipients of a chunk. Large chunks save jobs; small ones let all workers share a small audience. */
export const CHUNK_SIZE = { min: 1000, max: 4000 } as const;
