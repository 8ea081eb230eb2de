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

/** Recipients per chunk: one job, one lease, one row. */
export const CHUNK_SIZE = 1000;

/**
 * Cuts groups, ordered by bucket, into chunks of at most CHUNK_SIZE recipients of one channel and moment. A chunk covers
 * a range of buckets or a part of one.
 */
export function cutChunks(groups: Iterable<RecipientGroup>): CutChunk[] {
  const open = new Map<string, CutChunk>();
  const full: CutChunk[] = [];
  for (const { vb, channel, dueAt, ids } of groups) {
    const row = dueAt ? `${channel}:${dueAt.getTime()}` : channel;
    for (let start = 0; start < ids.length;) {
      const chunk = open.get(row) ?? { vb, channel, dueAt, ids: [] };
      const part = ids.slice(start, start + CHUNK_SIZE - chunk.ids.length);
      chunk.ids.push(...part);
      start += part.length;
      if (chunk.ids.length === CHUNK_SIZE) {
        full.push(chunk);
        open.delete(row);
      } else {
        open.set(row, chunk);
      }
    }
  }
  return [...full, ...open.values()];
}
