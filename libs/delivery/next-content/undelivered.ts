import { CHANNELS } from '#libs/channels/definitions';
import { bucketOfId } from '#platform/ids';
import { STATUSES, type Dispatch, type LeasedChunk, type Result } from '../model/delivery.types.js';
import type { NextRow } from './next-content.repository.js';

/** Reasons of results after which no one goes on: the message may have left, or the campaign was stopped. */
const FINAL_REASONS: ReadonlySet<string | null> = new Set(['IN_DOUBT', 'STOPPED']);

/** Tests if a person whose message ends without delivery goes on to another content of the campaign. */
export function hasNextContent({ options: { reach }, content }: Pick<Dispatch, 'options' | 'content'>): boolean {
  return reach?.reach === 'first' && typeof content === 'number' && content < reach.contents - 1;
}

/** Tests if a final result is no delivery. */
export function isUndelivered({ status, reason }: Pick<Result, 'status' | 'reason'>): boolean {
  return status !== STATUSES.success && !FINAL_REASONS.has(reason);
}

/** The rows of results without delivery. An installation is in the bucket of the user that it was frozen for. */
export function toNextRows(
  { dispatchId, channel, owners }: Pick<LeasedChunk, 'dispatchId' | 'channel' | 'owners'>,
  results: readonly Result[],
): NextRow[] {
  return results.filter(isUndelivered).map(({ recipientId }) => ({
    vb: bucketOfId(owners.get(recipientId) ?? recipientId),
    dispatchId,
    channel: CHANNELS[channel],
    recipientId,
    isBounce: false,
  }));
}
