import { HOLD_REASONS } from '../model/delivery.types.js';
import { decodeIds, selectIds } from '../model/recipient-set.js';
import type { OpenRecipients } from './replacement.repository.js';

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
