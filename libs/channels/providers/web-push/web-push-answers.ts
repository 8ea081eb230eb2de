import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** What answers of push services mean. Sources: RFC 8030 and RFC 8292. */
export const WEB_PUSH_ANSWERS = new AnswerTable('webpush', [
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
