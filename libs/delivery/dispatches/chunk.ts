import { PLATFORMS } from '#libs/content';
import type { Channel } from '#libs/channels/definitions';
import { type ChunkCounts, HOLD_REASONS, type Result, STATUSES } from '../model/delivery.types.js';
import { CHUNK_SIZE } from '../model/delivery.jobs.js';
import { decodeIds, type FrozenOwners, selectIds } from '../model/recipient-set.js';
import type { OpenRecipients } from './replacement.repository.js';

/** Recipients of one platform and channel in one bucket, ids ascending. */
export interface RecipientGroup {
  vb: number;
  platform: number;
  channel: Channel;
  /** Null: due with the dispatch. */
  dueAt: Date | null;
  ids: readonly number[];
  /** Users of those installations that have left their first user for another one. */
  owners?: FrozenOwners;
  /** Users of the installations, where the campaign goes on to another content. */
  userOf?: ReadonlyMap<number, number>;
}

export interface CutChunk {
  /** Bucket of the first recipient. */
  vb: number;
  channel: Channel;
  dueAt: Date | null;
  ids: number[];
  /** The users of the group's devices. */
  owners: Map<number, number>;
}

/** An audience has this many chunks before they grow beyond the minimal size. */
const MIN_CHUNK_COUNT = 16;

/**
 * Cuts groups, ordered by bucket, into chunks of one channel and due time. A chunk covers a range of buckets or a part of
 * one.
 */
export function cutChunks(groups: readonly RecipientGroup[]): CutChunk[] {
  const total = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  const size = Math.min(CHUNK_SIZE.max, Math.max(CHUNK_SIZE.min, Math.ceil(total / MIN_CHUNK_COUNT)));
  const open = new Map<string, CutChunk>();
  const full: CutChunk[] = [];
  for (const { vb, channel, dueAt, ids, owners } of groups) {
    const key = dueAt ? `${channel}:${dueAt.getTime()}` : channel;
    for (let start = 0; start < ids.length;) {
      const chunk: CutChunk = open.get(key) ?? { vb, channel, dueAt, ids: [], owners: new Map() };
      const slice = ids.slice(start, start + size - chunk.ids.length);
      chunk.ids.push(...slice);
      if (owners) {
        addOwners(chunk.owners, owners, slice);
      }
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

function addOwners(target: Map<number, number>, owners: FrozenOwners, ids: readonly number[]): void {
  for (const id of ids) {
    const uid = owners.get(id);
    if (uid !== undefined) {
      target.set(id, uid);
    }
  }
}

/** Platforms are numbered from 1. */
const PLATFORM_COUNT = Math.max(...Object.values(PLATFORMS).map(({ number }) => number));

/** The counters of a chunk after more results. */
export function addResults(counts: ChunkCounts, results: readonly Result[]): ChunkCounts {
  const count = (before: readonly number[], status: Result['status']): number[] => {
    const after = Array.from({ length: PLATFORM_COUNT }, (_, index) => before[index] ?? 0);
    for (const result of results) {
      if (result.status === status) {
        after[result.platform - 1] = (after[result.platform - 1] ?? 0) + 1;
      }
    }
    return after;
  };
  return {
    sent: count(counts.sent, STATUSES.success),
    failed: count(counts.failed, STATUSES.failed),
    skipped: count(counts.skipped, STATUSES.skipped),
  };
}

/** Selects the recipients that will be sent to, or are being sent to. A chunk without any of them is not decoded. */
export function selectOpen(
  { ids, done, hold, intent, retryIds }: OpenRecipients,
  recipientIds: readonly number[],
): number[] {
  if (!ids) {
    return retryIds ?? [];
  }
  if (hold === HOLD_REASONS.stopped || hold === HOLD_REASONS.late) {
    return intent ? selectIds(intent, recipientIds) : [];
  }
  const inChunk = selectIds(ids, recipientIds);
  if (inChunk.length === 0 || done === 0) {
    return inChunk;
  }
  const open = new Set(decodeIds(ids).slice(done ?? 0));
  return inChunk.filter((id) => open.has(id));
}

/** Milliseconds since a reading of `performance.now()`, to be taken in the transaction that stores them. */
export function elapsedSince(moment: number | undefined): number | null {
  return moment === undefined ? null : Math.floor(performance.now() - moment);
}
