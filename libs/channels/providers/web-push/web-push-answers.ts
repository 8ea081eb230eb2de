import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of answers of push services. Sources: RFC 8030 and RFC 8292; for the reasons Apple, "Sending web push
 * notifications in web apps and browsers"; for `dropped` and `channelthrottled` Microsoft, "Push notification service
 * request and response headers": WNS says them under a status of success, too.
 */
export const WEB_PUSH_ANSWERS = new AnswerTable('webpush', [
  // Apple answers 400 to a subscription that was made with another key, where others answer 403.
  {
    codes: ['VapidPkHashMismatch', 'BadVapidPublicKey', 'BadJwtToken', 'BadAuthorizationHeader'],
    about: 'recipient',
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'AUTH',
  },
  { status: 400, codes: ['IdleTimeout'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: [200, 299], codes: ['dropped'], about: 'recipient', single: 'FAIL', reason: 'UNREACHABLE' },
  {
    status: [200, 299],
    codes: ['channelthrottled'],
    about: 'recipient',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: MINUTE_MS,
  },
  { status: 404, about: 'recipient', single: 'DROP', reason: 'INVALID_TOKEN' },
  { status: 410, about: 'recipient', single: 'DROP', reason: 'INVALID_TOKEN' },
  { status: [401, 403], about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'AUTH' },
  { status: 400, about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 413, about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 429, about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 406, about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
]);
