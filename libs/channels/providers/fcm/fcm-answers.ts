import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** The code of FCM's INVALID_ARGUMENT when the answer blames the registration token and nothing else. */
export const BAD_REGISTRATION = 'INVALID_ARGUMENT/token';

/** Meanings of FCM answers. Sources: Google, "FCM error codes" and "Scale with FCM". */
export const FCM_ANSWERS = new AnswerTable('fcm', [
  { status: 404, codes: ['UNREGISTERED'], about: 'recipient', single: 'DROP', reason: 'INVALID_TOKEN' },
  {
    status: 400,
    codes: [BAD_REGISTRATION],
    about: 'recipient',
    single: 'DROP',
    majority: 'PAUSE',
    reason: 'INVALID_TOKEN',
  },
  {
    status: 403,
    codes: ['SENDER_ID_MISMATCH'],
    about: 'recipient',
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'WRONG_SENDER',
  },
  // The key for Apple or for the web, which only some tokens of the project need, is wrong or missing.
  {
    status: 401,
    codes: ['THIRD_PARTY_AUTH_ERROR'],
    about: 'recipient',
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'AUTH',
  },
  // Without UNREGISTERED it is the token or the project that is not there.
  { status: 404, about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'AUTH' },
  { status: [401, 403], about: 'account', single: 'PAUSE', reason: 'AUTH' },
  // QUOTA_EXCEEDED is of the project, a topic or one device, and does not say which.
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 503, about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: 10_000 },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
