import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/** The pair of a business number and a person takes a message in six seconds (Meta, "Throughput: pair rate limits"). */
const PAIR_MS = 6000;

/**
 * Meanings of error codes of the Cloud API. The code decides, not the HTTP status, as Meta asks. Source: Meta,
 * "WhatsApp error codes" (developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes);
 * `isUntaken` only where that page says that the caller was refused.
 */
export const WHATSAPP_ANSWERS = new AnswerTable('whatsapp', [
  // Access token expired, or the app user could not be authenticated.
  { codes: ['0', '190'], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  // A permission of the token was never granted, or was taken away.
  { codes: ['3', '10', '200', '131005'], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  // Account restricted or locked; payment; number deleted, not registered, or without an approved name.
  {
    codes: ['368', '131031', '131042', '33', '133010', '131037', '131045'],
    about: 'account',
    single: 'PAUSE',
    reason: 'CONFIGURATION',
  },
  // Too many calls of the app or the account; throughput of the number; too many messages flagged as spam.
  { codes: ['4', '80007', '130429'], about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: 1000 },
  { codes: ['131048'], about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: 10 * MINUTE_MS },
  // Too many messages to this person in a short time.
  { codes: ['131056'], about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: PAIR_MS },
  // No WhatsApp on the number, an old version, or terms not accepted: which of them, Meta does not tell.
  { codes: ['131026'], about: 'recipient', single: 'FAIL', reason: 'UNREACHABLE' },
  { codes: ['131021'], about: 'recipient', single: 'FAIL', reason: 'INVALID_ADDRESS' },
  { codes: ['131047'], about: 'recipient', single: 'FAIL', reason: 'OUTSIDE_WINDOW' },
  // Stopped marketing messages of this business. Templates of other categories still go.
  { codes: ['131050'], about: 'recipient', single: 'DROP', reason: 'UNSUBSCRIBED' },
  // Not delivered for the health of the ecosystem; part of an experiment; no messages to this country.
  { codes: ['131049', '130472', '130497'], about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  // A test number that reaches only people of a list.
  { codes: ['131030'], about: 'recipient', single: 'FAIL', reason: 'CONFIGURATION' },
  // Wrong number or form of values, unknown name or language, paused, disabled, against policy.
  {
    codes: ['132000', '132001', '132005', '132007', '132012', '132015', '132016', '132018'],
    about: 'message',
    single: 'FAIL',
    reason: 'TEMPLATE_REFUSED',
  },
  {
    codes: ['100', '131008', '131009', '131051', '131052', '131053'],
    about: 'message',
    single: 'FAIL',
    reason: 'INVALID_PAYLOAD',
  },
  {
    codes: ['1', '2', '131000', '131016', '131057', '133004'],
    about: 'moment',
    single: 'RETRY',
    reason: 'PROVIDER_UNAVAILABLE',
  },
  { status: 401, about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  // Meta uses 403 for what one recipient may not get, too.
  { status: 403, about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'AUTH', isUntaken: true },
  { status: 429, about: 'moment', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
