import { AnswerTable, MINUTE_MS } from '../../sender/answer-table.js';

/**
 * Meanings of Infobip answers. A request that was read gets 200 with a status for its message, of which these are the
 * ids; one that was not gets an HTTP error. Sources: Infobip, "Response status and error codes", "Message status codes"
 * and "Rate limits and throttling".
 *
 * A status of the group REJECTED says that the message was rejected "before it could be sent", so `isUntaken` stands where
 * the account is at fault. 21 has none: a system error may be wrong about that. 23 (a repeated id) is no row: see
 * `infobip-protocol.ts`.
 */
export const INFOBIP_ANSWERS = new AnswerTable('infobip', [
  { codes: ['52'], about: 'recipient', single: 'DROP', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  // Prefixes of networks "are regularly updated": the number may be good tomorrow.
  { codes: ['8'], about: 'recipient', single: 'FAIL', majority: 'FIX', reason: 'INVALID_ADDRESS' },
  // Coverage, do-not-disturb, blocklists, a test account: each is about this recipient, and can end.
  { codes: ['4', '6', '10', '14', '18'], about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  { codes: ['87'], about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'REFUSED' },
  { codes: ['9', '31'], about: 'recipient', single: 'FAIL', reason: 'UNREACHABLE' },
  { codes: ['15', '29'], about: 'message', single: 'FAIL', reason: 'EXPIRED' },
  { codes: ['24', '25'], about: 'message', single: 'FAIL', reason: 'INVALID_PAYLOAD' },
  // A number gets at most 20 messages an hour, and refused ones count too.
  { codes: ['20'], about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: 60 * MINUTE_MS },
  // The sender, which a message may name.
  {
    codes: ['11', '13'],
    about: 'message',
    single: 'RETRY',
    majority: 'FIX',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  { codes: ['12', '17'], about: 'account', single: 'PAUSE', reason: 'CONFIGURATION', isUntaken: true },
  // No route: to this network, or to any.
  {
    codes: ['19'],
    about: 'recipient',
    single: 'RETRY',
    majority: 'PAUSE',
    reason: 'CONFIGURATION',
    isUntaken: true,
  },
  { codes: ['21'], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  // Not applied (RFC 9110, 15.5.2), and refused (15.5.4).
  { status: [401, 403], about: 'account', single: 'PAUSE', reason: 'AUTH', isUntaken: true },
  // The path exists at every base URL of Infobip.
  { status: 404, about: 'account', single: 'PAUSE', reason: 'CONFIGURATION' },
  { status: 429, about: 'account', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [500, 599], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
]);
