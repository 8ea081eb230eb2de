import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** The request has one token, so "some tokens are invalid" and "all tokens are invalid" say the same. */
export const INVALID_TOKEN_CODES: readonly string[] = ['80100000', '80300007'];
/** The access token is wrong, or has ended. */
export const ACCESS_CODES: readonly string[] = ['80200001', '80200003', '80200005'];

/**
 * Meanings of Push Kit answers. Its codes stand in the body, also under HTTP 200. Source: Huawei, "Push Kit REST API:
 * downlink messages", HTTP status codes and service result codes.
 *
 * A token of another app is "invalid" too (80300007), or the app "has no permission" for it (80300002). With a wrong
 * `clientId` every message gets that answer, so a majority pauses the account.
 */
export const HMS_ANSWERS = new AnswerTable('hms', [
  { codes: INVALID_TOKEN_CODES, about: 'recipient', single: 'DROP', majority: 'PAUSE', reason: 'INVALID_TOKEN' },
  { codes: ACCESS_CODES, about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { codes: ['80300002'], about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'CONFIGURATION' },
  // The address of receipts is wrong or its certificate has expired, or a permission is missing.
  { codes: ['80300011', '80300013'], about: 'account', single: 'FIX', reason: 'CONFIGURATION' },
  { codes: ['80100004'], about: 'message', single: 'FAIL', reason: 'EXPIRED' },
  { codes: ['80100016'], about: 'message', single: 'FAIL', reason: 'REFUSED' },
  { codes: ['80600003', '81000001'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: 401, about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { status: 404, about: 'account', single: 'PAUSE', reason: 'CONFIGURATION' },
  // Huawei's flow control answers 503. Whether the app or one device gets too much, it does not say.
  { status: 503, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
