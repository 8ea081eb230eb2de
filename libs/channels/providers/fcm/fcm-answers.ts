import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** The code of FCM's INVALID_ARGUMENT when the answer blames the registration token and nothing else. */
export const BAD_REGISTRATION = 'INVALID_ARGUMENT/token';

/** What answers of FCM mean. Sources: Google, "FCM error codes" and "Scale with FCM". */
export const FCM_ANSWERS = new AnswerTable('fcm', [
  { status: 404, codes: ['UNREGISTERED'], single: 'DROP', reason: 'INVALID_TOKEN' },
  { status: 400, codes: [BAD_REGISTRATION], single: 'DROP', majority: 'PAUSE', reason: 'INVALID_TOKEN' },
  { status: 403, codes: ['SENDER_ID_MISMATCH'], single: 'FAIL', majority: 'PAUSE', reason: 'WRONG_SENDER' },
  { status: [401, 404], single: 'PAUSE', reason: 'AUTH' },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true },
  { status: 503, single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: 10_000, slowsAccount: true },
  { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', slowsAccount: true },
  { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
