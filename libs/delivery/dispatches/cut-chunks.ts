import type { Channel } from '#libs/channels';

/** Recipients of one platform and channel in one bucket, ids ascending. */
export interface RecipientGroup {
  vb: number;
  platform: number;
  channel: Channel;
  /** When they are to be sent to; null: with the dispatch. */
  dueAt: Date | null;
  ids: readonly number[];
}

export interface CutChunk {
  /** Bucket of the first recipient. */
  vb: number;
  channel: Channel;
  dueAt: Date | null;
  ids: number[];
}

/**
 * Recipients per chunk: one job, one lease, one row. A large chunk spares jobs; a small audience is cut finer, so that all
 * workers have a share in it.
 */
export const CHUNK_SIZE = { min: 1000, max: 4000 } as const;
/** Chunks that an audience should give at least, before they grow beyond the least size. */
const MIN_CHUNK_COUNT = 16;

/**
 * Cuts groups, ordered by bucket, into chunks of recipients of one channel and moment. A chunk covers a range of buckets
 * or a part of one.
 */
export function cutChunks(groups: readonly RecipientGroup[]): CutChunk[] {
  const total = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  const size = Math.min(CHUNK_SIZE.max, Math.max(CHUNK_SIZE.min, Math.ceil(total / MIN_CHUNK_COUNT)));
  const open = new Map<string, CutChunk>();
  const full: CutChunk[] = [];
  for (const { vb, channel, dueAt, ids } of groups) {
    const key = dueAt ? `${channel}:${dueAt.getTime()}` : channel;
    for (let start = 0; start < ids.length;) {
      const chunk = open.get(key) ?? { vb, channel, dueAt, ids: [] };
      const slice = ids.slice(start, start + size - chunk.ids.length);
      chunk.ids.push(...slice);
      start += slice.length;
      if (chunk.ids.length === size) {
        full.push(chunk);
        open.delete(key);
      } else {
        open.set(key, chunk);
      }
    }
  }
  return [...full, ...open.values()];
}
