import type { Change } from '#platform/outbox';
import { type ChunkKey, type Result, STATUSES } from '../model/delivery.types.js';

/** The rows of the change feed about results of a chunk: who got the message, and who could not get it. */
export function toMessageChanges(
  { appId, dispatchId }: Pick<ChunkKey, 'appId' | 'dispatchId'>,
  results: readonly Result[],
): Change[] {
  const uidsOf = (status: Result['status']): number[] => {
    const uids = new Set(
      results.flatMap((result) => (result.status === status && result.uid !== null ? [result.uid] : [])),
    );
    return [...uids].toSorted((a, b) => a - b);
  };
  return [
    { appId, kind: 'sent', uids: uidsOf(STATUSES.success), keys: [], ref: dispatchId },
    { appId, kind: 'failed', uids: uidsOf(STATUSES.failed), keys: [], ref: dispatchId },
  ];
}
