import { AnswerTable, MINUTE_MS, type AnswerRow } from '../../sender/answer-table.js';

/**
 * Meanings of answers of mail servers. Sources: RFC 5321, and RFC 3463 for the enhanced codes.
 * Answers about a recipient may concern its domain, which `DomainThrottles` knows. `codes` holds the command in progress or
 * the enhanced code. A code also matches all codes below it (`5.7` matches `5.7.1`).
 */
const ROWS: readonly AnswerRow[] = [
  { codes: ['AUTH'], status: [400, 499], about: 'moment', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
  { codes: ['AUTH'], about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { codes: ['4.2.2', '5.2.2'], about: 'recipient', single: 'FAIL', reason: 'MAILBOX_FULL' },
  { status: [450, 452], about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: 421, about: 'recipient', single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
  { status: [400, 499], about: 'recipient', single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: MINUTE_MS },
  // A relay hands on what the receiver says, and a group may take mail of its members alone.
  { status: 530, codes: ['RCPT TO', 'DATA'], about: 'recipient', single: 'RETRY', majority: 'PAUSE', reason: 'AUTH' },
  { status: 530, about: 'account', single: 'PAUSE', reason: 'AUTH' },
  { codes: ['CONN', 'EHLO', 'HELO', 'STARTTLS'], about: 'account', single: 'PAUSE', reason: 'CONFIGURATION' },
  { codes: ['5.3.4'], about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  {
    codes: ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'],
    about: 'recipient',
    single: 'DROP',
    reason: 'INVALID_ADDRESS',
  },
  { codes: ['5.7'], about: 'recipient', single: 'FAIL', majority: 'PAUSE', reason: 'REFUSED' },
  { codes: ['5.2'], about: 'recipient', single: 'FAIL', reason: 'UNREACHABLE' },
  { codes: ['MAIL FROM'], about: 'message', single: 'FAIL', majority: 'FIX', reason: 'CONFIGURATION' },
  { status: [550, 551], codes: ['RCPT TO'], about: 'recipient', single: 'DROP', reason: 'INVALID_ADDRESS' },
  { status: 553, codes: ['RCPT TO'], about: 'recipient', single: 'DROP', reason: 'INVALID_ADDRESS' },
  { codes: ['RCPT TO'], about: 'recipient', single: 'FAIL', reason: 'REFUSED' },
  { about: 'message', single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
];

/**
 * Every refusal proves that the relay has not taken the message (RFC 5321, section 4.2.1: the requested action did not
 * occur; section 4.2.5: after a 4yz or 5yz reply to the end of the text a server must not deliver the message). What ends
 * without a reply is no answer, and proves nothing once the text has left.
 */
export const SMTP_ANSWERS = new AnswerTable(
  'smtp',
  ROWS.map((row) => ({ ...row, isUntaken: true })),
);
