import type { Channel } from '#libs/channels';
import { CHANNELS } from '#libs/channels';
import { defineJob } from '#platform/queue';
import type { ChunkKey, Lane } from './delivery.types.js';

/** Freeze the audience of a dispatch and cut it into chunks. */
export const launchDispatch = defineJob<{ dispatchId: number }>('delivery.launch');
/** Launch and send small single sends. */
export const sendSingles = defineJob<{ dispatchIds: number[] }>('delivery.singles');
/** Send one chunk. */
export const sendChunk = defineJob<ChunkKey>('delivery.chunk');

/** Make one call of a hook. */
export const callHook = defineJob<{ callId: number }>('delivery.hook');

/** Calls of hooks wait for no send, and no send for them. */
export const HOOK_LANE = 'hooks';

/** Every job that this room can be woken for. */
export const DELIVERY_JOBS = [launchDispatch, sendSingles, sendChunk, callHook];

/** Lanes never wait for each other, and channels never wait for each other: a slow mail server delays no push. */
export function launchLane(lane: Lane): string {
  return `${lane}-launch`;
}

export function chunkLane(lane: Lane, channel: Channel): string {
  return `${lane}-${channel}`;
}

export const LANES: readonly Lane[] = ['bulk', 'single'];

/** All queues a worker listens to. */
export function allLanes(): string[] {
  const channels = Object.keys(CHANNELS) as Channel[];
  const sends = LANES.flatMap((lane) => [launchLane(lane), ...channels.map((channel) => chunkLane(lane, channel))]);
  return [...sends, HOOK_LANE];
}

/** Whether a queue is one of those that carry single sends. */
export function isSingleLane(name: string): boolean {
  return name.startsWith('single-');
}

/** Chunks by the lane that they are sent in. */
export function byLane<C extends { lane: Lane; channel: Channel }>(chunks: readonly C[]): Map<string, C[]> {
  const lanes = new Map<string, C[]>();
  for (const chunk of chunks) {
    const lane = chunkLane(chunk.lane, chunk.channel);
    const others = lanes.get(lane);
    if (others) {
      others.push(chunk);
    } else {
      lanes.set(lane, [chunk]);
    }
  }
  return lanes;
}
