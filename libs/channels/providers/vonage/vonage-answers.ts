import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * What answers of the SMS API mean. Vonage answers 200 with a status for each part of a message; these are the codes.
 * Source: Vonage, "Troubleshooting SMS", and "API errors: SMS API". A throttled message is not queued.
 */
export const VONAGE_ANSWERS = new AnswerTable('vonage', [
  {
    codes: ['1', '10'],
    single: 'RETRY',
    reason: 'RATE_LIMITED',
    afterMs: 1000,
    slowsAccount: true,
    isUntaken: true,
  },
  { codes: ['33'], single: 'DROP', reason: 'INVALID_ADDRESS' },
  { codes: ['6'], single: 'FAIL', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  { codes: ['7', '29'], single: 'FAIL', reason: 'REFUSED' },
  { codes: ['12'], single: 'FAIL', reason: 'INVALID_PAYLOAD' },
  { codes: ['4', '14'], single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { codes: ['8', '9', '11'], single: 'PAUSE', reason: 'CONFIGURATION', isUntaken: true },
  { codes: ['15'], single: 'FIX', reason: 'CONFIGURATION' },
  // "An error has occurred in the platform whilst processing": it does not say that nothing was sent.
  { codes: ['5'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { status: [401, 403], single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true, isUntaken: true },
  { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
