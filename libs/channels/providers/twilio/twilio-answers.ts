import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of Twilio answers. Source: Twilio's error dictionary. A request that got a 429 "is never processed" (error
 * 20429), and one that got a 401 "has not been applied" (RFC 9110, section 15.5.2).
 */
export const TWILIO_ANSWERS = new AnswerTable('twilio', [
  { codes: ['21610'], about: 'recipient', single: 'DROP', reason: 'OPTED_OUT' },
  { codes: ['21211', '21614', '21635'], about: 'recipient', single: 'DROP', reason: 'INVALID_ADDRESS' },
  { codes: ['21612'], about: 'recipient', single: 'DROP', majority: 'PAUSE', reason: 'INVALID_ADDRESS' },
  { codes: ['30003', '30005', '30006', '30008'], about: 'recipient', single: 'FAIL', reason: 'UNREACHABLE' },
  { codes: ['30004', '30007'], about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'REFUSED' },
  // The sender is not registered for the country of this recipient.
  { codes: ['30032', '30034'], about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'CONFIGURATION' },
  { codes: ['30036'], about: 'message', single: 'FAIL', reason: 'EXPIRED' },
  { codes: ['21408', '21608', '30010'], about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  // The sender, which a message may name.
  {
    codes: ['21603', '21606', '21212', '21659', '21660'],
    about: 'message',
    single: 'RETRY',
    majority: 'FIX',
    reason: 'CONFIGURATION',
  },
  { codes: ['30001', '21611', '14107'], about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  {
    codes: ['20429'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: MINUTE_MS,
    isUntaken: true,
  },
  { status: 429, about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, isUntaken: true },
  { status: 401, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { codes: ['20003', '20005', '30002'], about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { status: [401, 404], about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
