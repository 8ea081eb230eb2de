import { AnswerTable, type AnswerMeaning, MINUTE_MS } from '../../sender/answer-table.js';

/** Meanings of APNs answers. Source: Apple, "Handling notification responses from APNs". */
export const APNS_ANSWERS = new AnswerTable('apns', [
  { status: 410, about: 'recipient', single: 'DROP', reason: 'INVALID_TOKEN' },
  {
    status: 400,
    codes: ['BadDeviceToken', 'MissingDeviceToken'],
    about: 'recipient',
    single: 'DROP',
    majority: 'PAUSE',
    reason: 'INVALID_TOKEN',
  },
  {
    status: 400,
    codes: ['DeviceTokenNotForTopic'],
    about: 'recipient',
    single: 'FAIL',
    majority: 'FIX',
    reason: 'CONFIGURATION',
  },
  {
    status: 400,
    codes: ['BadTopic', 'MissingTopic', 'TopicDisallowed'],
    about: 'account',
    single: 'FIX',
    reason: 'CONFIGURATION',
  },
  { status: 400, codes: ['IdleTimeout'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: 403, about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { status: 413, about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  // The key signs too many provider tokens. Other limits are those of one device.
  {
    status: 429,
    codes: ['TooManyProviderTokenUpdates'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: MINUTE_MS,
  },
  { status: 429, about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);

/**
 * The meaning of an APNs answer, with two rules more. The `timestamp` (ms) of a 410 is the latest time at which the token
 * was dead: one that was registered later belongs to a reinstalled application, so it stays. A live activity has a topic of
 * its own, so a refused one is no fault of the account.
 */
export function classifyApnsAnswer(
  status: number,
  reason: string,
  timestamp: number | undefined,
  registeredAt: Date | undefined,
  isActivity = false,
): AnswerMeaning {
  const meaning = APNS_ANSWERS.classify(status, reason);
  const isStale =
    status === 410 && timestamp !== undefined && registeredAt !== undefined && registeredAt.getTime() > timestamp;
  const isOwnTopic = isActivity && meaning.single === 'FIX';
  return isStale || isOwnTopic ? { ...meaning, about: 'message', single: 'FAIL', majority: 'FAIL' } : meaning;
}
