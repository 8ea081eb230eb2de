import { type ChunkCounts, type Result, STATUSES } from '../model/delivery.types.js';

/** Platform numbers run from 1 to 12. */
const PLATFORM_COUNT = 12;

/** The counters of a chunk after more of its recipients have got their final states. */
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
