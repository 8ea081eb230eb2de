import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * What answers of Twilio mean. Source: Twilio's error dictionary. A request that got a 429 "is never processed" (error
 * 20429), and one that got a 401 "has not been applied" (RFC 9110, section 15.5.2).
 */
export const TWILIO_ANSWERS = new AnswerTable('twilio', [
  { codes: ['21610'], single: 'DROP', reason: 'OPTED_OUT' },
  { codes: ['21211', '21614', '21635'], single: 'DROP', reason: 'INVALID_ADDRESS' },
  { codes: ['21612'], single: 'DROP', majority: 'PAUSE', reason: 'INVALID_ADDRESS' },
  { codes: ['30003', '30005', '30006', '30008'], single: 'FAIL', reason: 'UNREACHABLE' },
  { codes: ['30004', '30007'], single: 'FAIL', majority: 'PAUSE', reason: 'REFUSED' },
  { codes: ['30032', '30034'], single: 'PAUSE', reason: 'CONFIGURATION' },
  { codes: ['30036'], single: 'FAIL', reason: 'EXPIRED' },
  { codes: ['21408', '21608', '30010'], single: 'FAIL', reason: 'REFUSED' },
  { codes: ['21603', '21606', '21212', '21659', '21660'], single: 'FIX', reason: 'CONFIGURATION' },
  { codes: ['30001', '21611', '14107'], single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  {
    codes: ['20429'],
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: MINUTE_MS,
    slowsAccount: true,
    isUntaken: true,
  },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true, isUntaken: true },
  { status: 401, single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { codes: ['20003', '20005', '30002'], single: 'PAUSE', reason: 'AUTH' },
  { status: [401, 404], single: 'PAUSE', reason: 'AUTH' },
  { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
