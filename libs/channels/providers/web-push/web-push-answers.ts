import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * What answers of push services mean. Sources: RFC 8030 and RFC 8292; for the reasons Apple, "Sending web push notifications
 * in web apps and browsers"; for `dropped` and `channelthrottled` Microsoft, "Push notification service request and
 * response headers": WNS says them under a status of success, too.
 */
export const WEB_PUSH_ANSWERS = new AnswerTable('webpush', [
  // Apple answers 400 to a subscription that was made with another key, where others answer 403.
  {
    codes: ['VapidPkHashMismatch', 'BadVapidPublicKey', 'BadJwtToken', 'BadAuthorizationHeader'],
    single: 'FAIL',
    majority: 'PAUSE',
    reason: 'AUTH',
  },
  { status: 400, codes: ['IdleTimeout'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: [200, 299], codes: ['dropped'], single: 'FAIL', reason: 'UNREACHABLE' },
  { status: [200, 299], codes: ['channelthrottled'], single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 404, single: 'DROP', reason: 'INVALID_TOKEN' },
  { status: 410, single: 'DROP', reason: 'INVALID_TOKEN' },
  { status: [401, 403], single: 'FAIL', majority: 'PAUSE', reason: 'AUTH' },
  { status: 400, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 413, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 406, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { single: 'FAIL', reason: 'REFUSED' },
]);
