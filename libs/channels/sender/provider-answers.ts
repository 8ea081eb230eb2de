import type { Channel } from './channels.types.js';

/**
 * What a provider's answer means:
 * DROP the address is dead · FAIL this recipient fails and its address stays · RETRY another attempt may succeed ·
 * PAUSE the account is paused: credentials or standing are wrong · FIX the request of Herald is wrong.
 */
export type AnswerClass = 'DROP' | 'FAIL' | 'RETRY' | 'PAUSE' | 'FIX';

/** Stable names for what happened. They reach clients as `errorMsg`. */
export type Reason =
  | 'INVALID_TOKEN'
  | 'INVALID_ADDRESS'
  | 'INVALID_PAYLOAD'
  | 'OPTED_OUT'
  | 'MAILBOX_FULL'
  | 'UNREACHABLE'
  | 'EXPIRED'
  | 'REFUSED'
  | 'WRONG_SENDER'
  | 'CONFIGURATION'
  | 'RATE_LIMITED'
  | 'AUTH'
  | 'PROVIDER_UNAVAILABLE'
  | 'OUTCOME_UNKNOWN';

export interface AnswerMeaning {
  /** When this recipient alone gets the answer. */
  single: AnswerClass;
  /**
   * When most of a batch gets the answer. A fault of Herald looks like many bad recipients: a wrong key, topic or
   * payload must not erase a device base. A single bad recipient, such as a token of another application, must not stop
   * an account.
   */
  majority: AnswerClass;
  reason: Reason;
  /** Delay before another attempt when the provider names none. */
  afterMs?: number;
  /**
   * Whether the delay is meant for the whole account. An APNs 429 is about one device, a web push 429 about one push
   * service.
   */
  slowsAccount?: boolean;
}

interface AnswerRow extends Partial<Pick<AnswerMeaning, 'majority' | 'afterMs' | 'slowsAccount'>> {
  /** One status or an inclusive range; absent: any. */
  status?: number | readonly [number, number];
  /** The provider's codes or reasons; absent: any. */
  codes?: readonly string[];
  single: AnswerClass;
  reason: Reason;
}

/** The code of FCM's INVALID_ARGUMENT when the answer blames the registration token and nothing else. */
export const BAD_REGISTRATION = 'INVALID_ARGUMENT/token';

const MINUTE_MS = 60_000;
/** Reasons of answers that are not about a recipient or a message. */
const ACCOUNT_REASONS: ReadonlySet<Reason> = new Set(['AUTH', 'CONFIGURATION', 'WRONG_SENDER', 'PROVIDER_UNAVAILABLE']);

/**
 * The table of all answers; the first match wins. Sources: Apple "Handling notification responses from APNs"; Google
 * "FCM error codes" and "Scale with FCM"; RFC 8030 and 8292 for Web Push; RFC 5321 and the enhanced codes of RFC 3463
 * for SMTP; Twilio's error dictionary. In SMTP rows `codes` holds the command in progress or the enhanced code. A code
 * also matches all codes below it (`5.7` matches `5.7.1`).
 */
const ANSWERS: Readonly<Record<Channel, readonly AnswerRow[]>> = {
  apns: [
    { status: 410, single: 'DROP', reason: 'INVALID_TOKEN' },
    {
      status: 400,
      codes: ['BadDeviceToken', 'MissingDeviceToken'],
      single: 'DROP',
      majority: 'PAUSE',
      reason: 'INVALID_TOKEN',
    },
    { status: 400, codes: ['DeviceTokenNotForTopic'], single: 'FAIL', majority: 'FIX', reason: 'CONFIGURATION' },
    { status: 400, codes: ['BadTopic', 'MissingTopic', 'TopicDisallowed'], single: 'FIX', reason: 'CONFIGURATION' },
    { status: 400, codes: ['IdleTimeout'], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { status: 403, single: 'PAUSE', reason: 'AUTH' },
    { status: 413, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
    { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  fcm: [
    { status: 404, codes: ['UNREGISTERED'], single: 'DROP', reason: 'INVALID_TOKEN' },
    { status: 400, codes: [BAD_REGISTRATION], single: 'DROP', majority: 'PAUSE', reason: 'INVALID_TOKEN' },
    { status: 403, codes: ['SENDER_ID_MISMATCH'], single: 'FAIL', majority: 'PAUSE', reason: 'WRONG_SENDER' },
    { status: [401, 404], single: 'PAUSE', reason: 'AUTH' },
    { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true },
    { status: 503, single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: 10_000, slowsAccount: true },
    { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', slowsAccount: true },
    { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  webpush: [
    { status: 404, single: 'DROP', reason: 'INVALID_TOKEN' },
    { status: 410, single: 'DROP', reason: 'INVALID_TOKEN' },
    { status: [401, 403], single: 'FAIL', majority: 'PAUSE', reason: 'AUTH' },
    { status: 400, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 413, single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
    { status: 406, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
    { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { single: 'FAIL', reason: 'REFUSED' },
  ],
  smtp: [
    { codes: ['AUTH'], status: [400, 499], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { codes: ['AUTH'], single: 'PAUSE', reason: 'AUTH' },
    { codes: ['4.2.2', '5.2.2'], single: 'FAIL', reason: 'MAILBOX_FULL' },
    { status: [450, 452], single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
    { status: 421, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS },
    { status: [400, 499], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: MINUTE_MS },
    { status: 530, single: 'PAUSE', reason: 'AUTH' },
    { codes: ['CONN', 'EHLO', 'HELO', 'STARTTLS'], single: 'PAUSE', reason: 'CONFIGURATION' },
    { codes: ['5.3.4'], single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
    { codes: ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'], single: 'DROP', reason: 'INVALID_ADDRESS' },
    { codes: ['5.7'], single: 'FAIL', majority: 'PAUSE', reason: 'REFUSED' },
    { codes: ['5.2'], single: 'FAIL', reason: 'UNREACHABLE' },
    { codes: ['MAIL FROM'], single: 'FAIL', majority: 'FIX', reason: 'CONFIGURATION' },
    { status: [550, 551], codes: ['RCPT TO'], single: 'DROP', reason: 'INVALID_ADDRESS' },
    { status: 553, codes: ['RCPT TO'], single: 'DROP', reason: 'INVALID_ADDRESS' },
    { codes: ['RCPT TO'], single: 'FAIL', reason: 'REFUSED' },
    { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  sms: [
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
    { codes: ['20429'], single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true },
    { status: 429, single: 'RETRY', reason: 'RATE_LIMITED', afterMs: MINUTE_MS, slowsAccount: true },
    { codes: ['20003', '20005', '30002'], single: 'PAUSE', reason: 'AUTH' },
    { status: [401, 404], single: 'PAUSE', reason: 'AUTH' },
    { status: [500, 599], single: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { single: 'FAIL', majority: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
};

/**
 * Finds the meaning of an answer.
 *
 * @param status  HTTP status or SMTP reply code; 0 when there is none
 * @param codes   the provider's own codes: reason, error code, command in progress
 */
export function classifyAnswer(channel: Channel, status: number, ...codes: readonly string[]): AnswerMeaning {
  const row = ANSWERS[channel].find((candidate) => statusMatches(candidate, status) && codesMatch(candidate, codes));
  if (row === undefined) {
    throw new Error(`The table of ${channel} has no last row`);
  }
  const { single, reason, afterMs, slowsAccount } = row;
  return { single, majority: row.majority ?? single, reason, afterMs, ...(slowsAccount && { slowsAccount }) };
}

/**
 * Whether an answer to one message is about the account, its credentials or its provider, and not about the recipient or
 * the message.
 */
export function tellsOfAccount({ single, reason, slowsAccount = false }: AnswerMeaning): boolean {
  return single !== 'DROP' && (slowsAccount || ACCOUNT_REASONS.has(reason));
}

function statusMatches(row: AnswerRow, status: number): boolean {
  if (typeof row.status === 'object') {
    return status >= row.status[0] && status <= row.status[1];
  }
  return row.status === undefined || row.status === status;
}

function codesMatch(row: AnswerRow, codes: readonly string[]): boolean {
  return (
    row.codes === undefined ||
    row.codes.some((rowCode) => codes.some((code) => code === rowCode || code.startsWith(`${rowCode}.`)))
  );
}

/**
 * The meaning of an APNs answer, with the rule for 410: the body's `timestamp` (ms) is the latest time at which the
 * token was dead. A token that was registered later belongs to a reinstalled application, so it stays.
 */
export function classifyApnsAnswer(
  status: number,
  reason: string,
  timestamp: number | undefined,
  registeredAt: Date | undefined,
): AnswerMeaning {
  const meaning = classifyAnswer('apns', status, reason);
  const isStale =
    status === 410 && timestamp !== undefined && registeredAt !== undefined && registeredAt.getTime() > timestamp;
  return isStale ? { ...meaning, single: 'FAIL', majority: 'FAIL' } : meaning;
}
