import type { Result } from './delivery.types.js';

/** @param reason  Herald's name; null: the message was accepted */
export function buildResult(
  recipient: Pick<Result, 'recipientId' | 'uid' | 'platform' | 'shown'>,
  status: Result['status'],
  errorCode: string | null,
  reason: string | null,
): Result {
  const { recipientId, uid, platform, shown } = recipient;
  const result: Result = { recipientId, uid, platform, status, errorCode, reason };
  if (shown !== undefined) {
    result.shown = shown;
  }
  return result;
}
