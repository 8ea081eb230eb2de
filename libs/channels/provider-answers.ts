import type { Channel } from './channels.types.js';

/**
 * What a provider's answer means:
 * DROP the address is dead · FAIL this recipient fails, the address stays · RETRY try again ·
 * PAUSE the account must rest, its credentials or its standing are wrong · FIX our request is wrong.
 */
export type AnswerClass = 'DROP' | 'FAIL' | 'RETRY' | 'PAUSE' | 'FIX';

/** Our stable names for what happened; they reach clients as `errorMsg`. */
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

export interface Verdict {
  /** For one recipient struck by this answer. */
  lone: AnswerClass;
  /**
   * When most of a batch is struck by it. A fault of ours looks like many bad recipients, so that a wrong key, topic or
   * payload must not erase a device base; and one odd recipient (a foreign token, an endpoint of a stranger's making)
   * must not stop an account.
   */
  crowd: AnswerClass;
  reason: Reason;
  /** How long to wait when the provider names no time. */
  afterMs?: number;
  /** Whom the time to wait is meant for: the whole account, not only the recipient (an APNs 429 is about one device, a web push
   * one about one push service). */
  slowsAccount?: boolean;
}

interface Row extends Partial<Pick<Verdict, 'crowd' | 'afterMs' | 'slowsAccount'>> {
  /** One status or an inclusive range; absent: any. */
  status?: number | readonly [number, number];
  /** The provider's codes or reasons; absent: any. */
  codes?: readonly string[];
  lone: AnswerClass;
  reason: Reason;
}

/** Stands for FCM's INVALID_ARGUMENT where the answer blames the registration token and nothing else. */
export const BAD_REGISTRATION = 'INVALID_ARGUMENT/token';

const minute = 60_000;

/**
 * The one table, first match wins. Sources: Apple "Handling notification responses from APNs"; Google "FCM error codes"
 * and "Scale with FCM"; RFC 8030 and 8292 for Web Push; RFC 5321 and the enhanced codes of RFC 3463 for SMTP; Twilio's
 * error dictionary. In SMTP rows `codes` holds the command in progress or the enhanced code; a code stands for all
 * codes below it (`5.7` for `5.7.1`).
 */
const ANSWERS: Readonly<Record<Channel, readonly Row[]>> = {
  apns: [
    { status: 410, lone: 'DROP', reason: 'INVALID_TOKEN' },
    {
      status: 400,
      codes: ['BadDeviceToken', 'MissingDeviceToken'],
      lone: 'DROP',
      crowd: 'PAUSE',
      reason: 'INVALID_TOKEN',
    },
    { status: 400, codes: ['DeviceTokenNotForTopic'], lone: 'FAIL', crowd: 'FIX', reason: 'CONFIGURATION' },
    { status: 400, codes: ['BadTopic', 'MissingTopic', 'TopicDisallowed'], lone: 'FIX', reason: 'CONFIGURATION' },
    { status: 400, codes: ['IdleTimeout'], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { status: 403, lone: 'PAUSE', reason: 'AUTH' },
    { status: 413, lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 429, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { status: [500, 599], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  fcm: [
    { status: 404, codes: ['UNREGISTERED'], lone: 'DROP', reason: 'INVALID_TOKEN' },
    { status: 400, codes: [BAD_REGISTRATION], lone: 'DROP', crowd: 'PAUSE', reason: 'INVALID_TOKEN' },
    { status: 403, codes: ['SENDER_ID_MISMATCH'], lone: 'FAIL', crowd: 'PAUSE', reason: 'WRONG_SENDER' },
    { status: [401, 404], lone: 'PAUSE', reason: 'AUTH' },
    { status: 429, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute, slowsAccount: true },
    { status: 503, lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: 10_000, slowsAccount: true },
    { status: [500, 599], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', slowsAccount: true },
    { lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  webpush: [
    { status: 404, lone: 'DROP', reason: 'INVALID_TOKEN' },
    { status: 410, lone: 'DROP', reason: 'INVALID_TOKEN' },
    { status: [401, 403], lone: 'FAIL', crowd: 'PAUSE', reason: 'AUTH' },
    { status: 400, lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 413, lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
    { status: 429, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { status: 406, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { status: [500, 599], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { lone: 'FAIL', reason: 'REFUSED' },
  ],
  smtp: [
    { codes: ['AUTH'], status: [400, 499], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { codes: ['AUTH'], lone: 'PAUSE', reason: 'AUTH' },
    { codes: ['4.2.2', '5.2.2'], lone: 'FAIL', reason: 'MAILBOX_FULL' },
    { status: [450, 452], lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { status: 421, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { status: [400, 499], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE', afterMs: minute },
    { status: 530, lone: 'PAUSE', reason: 'AUTH' },
    { codes: ['CONN', 'EHLO', 'HELO', 'STARTTLS'], lone: 'PAUSE', reason: 'CONFIGURATION' },
    { codes: ['5.3.4'], lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
    { codes: ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'], lone: 'DROP', reason: 'INVALID_ADDRESS' },
    { codes: ['5.7'], lone: 'FAIL', crowd: 'PAUSE', reason: 'REFUSED' },
    { codes: ['5.2'], lone: 'FAIL', reason: 'UNREACHABLE' },
    { codes: ['MAIL FROM'], lone: 'FAIL', crowd: 'FIX', reason: 'CONFIGURATION' },
    { status: [550, 551], codes: ['RCPT TO'], lone: 'DROP', reason: 'INVALID_ADDRESS' },
    { status: 553, codes: ['RCPT TO'], lone: 'DROP', reason: 'INVALID_ADDRESS' },
    { codes: ['RCPT TO'], lone: 'FAIL', reason: 'REFUSED' },
    { lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
  sms: [
    { codes: ['21610'], lone: 'DROP', reason: 'OPTED_OUT' },
    { codes: ['21211', '21614', '21635'], lone: 'DROP', reason: 'INVALID_ADDRESS' },
    { codes: ['21612'], lone: 'DROP', crowd: 'PAUSE', reason: 'INVALID_ADDRESS' },
    { codes: ['30003', '30005', '30006', '30008'], lone: 'FAIL', reason: 'UNREACHABLE' },
    { codes: ['30004', '30007'], lone: 'FAIL', crowd: 'PAUSE', reason: 'REFUSED' },
    { codes: ['30032', '30034'], lone: 'PAUSE', reason: 'CONFIGURATION' },
    { codes: ['30036'], lone: 'FAIL', reason: 'EXPIRED' },
    { codes: ['21408', '21608', '30010'], lone: 'FAIL', reason: 'REFUSED' },
    { codes: ['21603', '21606', '21212', '21659', '21660'], lone: 'FIX', reason: 'CONFIGURATION' },
    { codes: ['30001', '21611', '14107'], lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute },
    { codes: ['20429'], lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute, slowsAccount: true },
    { status: 429, lone: 'RETRY', reason: 'RATE_LIMITED', afterMs: minute, slowsAccount: true },
    { codes: ['20003', '20005', '30002'], lone: 'PAUSE', reason: 'AUTH' },
    { status: [401, 404], lone: 'PAUSE', reason: 'AUTH' },
    { status: [500, 599], lone: 'RETRY', reason: 'PROVIDER_UNAVAILABLE' },
    { lone: 'FAIL', crowd: 'FIX', reason: 'INVALID_PAYLOAD' },
  ],
};

/**
 * Looks an answer up.
 *
 * @param status  HTTP status or SMTP reply code; 0 when there is none
 * @param codes   the provider's own words for it: reason, error code, command in progress
 */
export function verdictOf(channel: Channel, status: number, ...codes: readonly string[]): Verdict {
  const row = ANSWERS[channel].find((each) => statusMatches(each, status) && codesMatch(each, codes));
  if (row === undefined) {
    throw new Error(`The answers of ${channel} have no last row`);
  }
  const { lone, reason, afterMs, slowsAccount } = row;
  return { lone, crowd: row.crowd ?? lone, reason, afterMs, ...(slowsAccount && { slowsAccount }) };
}

function statusMatches(row: Row, status: number): boolean {
  if (typeof row.status === 'object') {
    return status >= row.status[0] && status <= row.status[1];
  }
  return row.status === undefined || row.status === status;
}

function codesMatch(row: Row, codes: readonly string[]): boolean {
  return (
    row.codes === undefined ||
    row.codes.some((wanted) => codes.some((code) => code === wanted || code.startsWith(`${wanted}.`)))
  );
}

/**
 * APNs, with the rule for 410: the body's `timestamp` (ms) says when the token was last known to be dead. A token that
 * was registered after it belongs to an app installed again and stays.
 */
export function apnsVerdict(
  status: number,
  reason: string,
  timestamp: number | undefined,
  registeredAt: Date | undefined,
): Verdict {
  const verdict = verdictOf('apns', status, reason);
  const isStale =
    status === 410 && timestamp !== undefined && registeredAt !== undefined && registeredAt.getTime() > timestamp;
  return isStale ? { ...verdict, lone: 'FAIL', crowd: 'FAIL' } : verdict;
}
