import { AnswerTable, type AnswerMeaning, MINUTE_MS } from '../../sender/answer-table.js';

/** What answers of APNs mean. Source: Apple, "Handling notification responses from APNs". */
export const APNS_ANSWERS = new AnswerTable('apns', [
  { status: 410, single: 'DROP', reason: 'INVALID_TOKEN' },
  {
    status: 400,
    codes: ['BadDeviceToken', 'MissingDeviceToken'],
    single: 'DROP',
    majority: 'PAUSE',
    reason: 'INVALID_TOKEN',
  },
  { status: 400, codes: ['DeviceTokenNotForTopic'], single: 'FAIL', majority: 'FIX', reason: 'CONFIGURATION' },
  { status: 400, codes: ['BadTopic', 'MissingTopic', 'TopicDisallowed'], single: 'FIX', reason: 'CONFIGURATION' },
  { status: 400, codes: ['IdleTimeout'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: 403, single: 'PAUSE', reason: 'AUTH' },
  { status: 413, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);

/**
 * The meaning of an APNs answer, with the rule for 410: the body's `timestamp` (ms) is the latest time at which the
 * token was dead. A token that was registered later belongs to a reinstalled application, so it stays.
 */
export function classifyApnsAnswer(
  status: number,
  reason: string,
  timestamp: number | undefined,
  registeredAt: Date | undefined,
): AnswerMeaning {
  const meaning = APNS_ANSWERS.classify(status, reason);
  const isStale =
    status === 410 && timestamp !== undefined && registeredAt !== undefined && registeredAt.getTime() > timestamp;
  return isStale ? { ...meaning, single: 'FAIL', majority: 'FAIL' } : meaning;
}
