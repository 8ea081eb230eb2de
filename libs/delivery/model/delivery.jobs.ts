import type { Channel } from '#libs/channels';
import { CHANNELS } from '#libs/channels';
import { defineJob } from '#platform/queue';
import type { ChunkKey, Lane } from './delivery.types.js';

/** Freeze the audience of a dispatch and cut it into chunks. */
export const launchDispatch = defineJob<{ dispatchId: number }>('delivery.launch');
/** Launch and send small single sends. */
export const sendTransactional = defineJob<{ dispatchIds: number[] }>('delivery.singles');
/** Send one chunk. */
export const sendChunk = defineJob<ChunkKey>('delivery.chunk');

/** Make one call of a hook. */
export const deliverWebhook = defineJob<{ callId: number }>('delivery.hook');

/** Calls of hooks wait for no send, and no send for them. */
export const WEBHOOK_QUEUE = 'hooks';

/** Every job that this room can be woken for. */
export const DELIVERY_JOBS = [launchDispatch, sendTransactional, sendChunk, deliverWebhook];

/** Lanes never wait for each other, and channels never wait for each other: a slow mail server delays no push. */
export function launchQueueName(lane: Lane): string {
  return `${lane}-launch`;
}

export function chunkQueueName(lane: Lane, channel: Channel): string {
  return `${lane}-${channel}`;
}

export const LANES: readonly Lane[] = ['bulk', 'single'];

/** All queues a worker listens to. */
export function allQueueNames(): string[] {
  const channels = Object.keys(CHANNELS) as Channel[];
  const sends = LANES.flatMap((lane) => [
    launchQueueName(lane),
    ...channels.map((channel) => chunkQueueName(lane, channel)),
  ]);
  return [...sends, WEBHOOK_QUEUE];
}

/** Whether a queue is one of those that carry single sends. */
export function isTransactionalQueue(name: string): boolean {
  return name.startsWith('single-');
}

/** Chunks by the lane that they are sent in. */
export function groupByQueue<C extends { lane: Lane; channel: Channel }>(chunks: readonly C[]): Map<string, C[]> {
  const queues = new Map<string, C[]>();
  for (const chunk of chunks) {
    const queueName = chunkQueueName(chunk.lane, chunk.channel);
    const group = queues.get(queueName);
    if (group) {
      group.push(chunk);
    } else {
      queues.set(queueName, [chunk]);
    }
  }
  return queues;
}
