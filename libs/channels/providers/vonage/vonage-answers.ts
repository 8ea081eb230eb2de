import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of answers of the SMS API. Vonage answers 200 with a status for each part of a message; these are the codes.
 * Source: Vonage, "Troubleshooting SMS", and "API errors: SMS API". A throttled message is not queued.
 */
export const VONAGE_ANSWERS = new AnswerTable('vonage', [
  {
    codes: ['1', '10'],
    about: 'account',
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 1000,
    isUntaken: true,
  },
  { codes: ['33'], about: 'recipient', single: 'DROP', reason: 'INVALID_ADDRESS' },
  { codes: ['6'], about: 'recipient', single: 'FAIL', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  { codes: ['7', '29'], about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  { codes: ['12'], about: 'message', single: 'FAIL', reason: 'INVALID_PAYLOAD' },
  { codes: ['4', '14'], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { codes: ['8', '9', '11'], about: 'account', single: 'PAUSE', reason: 'CONFIGURATION', isUntaken: true },
  // The sender, which a message may name, is not allowed in the country of this recipient.
  { codes: ['15'], about: 'message', single: 'RETRY', majority: 'FIX', reason: 'CONFIGURATION' },
  // "An error has occurred in the platform whilst processing": it does not say that nothing was sent.
  { codes: ['5'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: [401, 403], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 429, about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, isUntaken: true },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
