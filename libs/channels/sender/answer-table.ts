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
  /** Nothing of this sender. */
  | 'OPTED_OUT'
  /** No commercial messages: others may go on. */
  | 'UNSUBSCRIBED'
  | 'MAILBOX_FULL'
  | 'UNREACHABLE'
  | 'EXPIRED'
  | 'REFUSED'
  | 'TEMPLATE_REFUSED'
  | 'OUTSIDE_WINDOW'
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
  /**
   * The answer proves that the provider has taken nothing, so another account may send the message at once. Set only
   * where the provider's documentation says so.
   */
  isUntaken?: true;
}

/** One row of a table of answers. */
export interface AnswerRow extends Partial<Pick<AnswerMeaning, 'majority' | 'afterMs' | 'slowsAccount' | 'isUntaken'>> {
  /** One status or an inclusive range; absent: any. */
  status?: number | readonly [number, number];
  /** The provider's codes or reasons; absent: any. */
  codes?: readonly string[];
  single: AnswerClass;
  reason: Reason;
}

/** A minute, the delay that most providers suggest. */
export const MINUTE_MS = 60_000;

/** Reasons of answers that are not about a recipient or a message. */
const ACCOUNT_REASONS: ReadonlySet<Reason> = new Set(['AUTH', 'CONFIGURATION', 'WRONG_SENDER', 'PROVIDER_UNAVAILABLE']);

/** All answers of one provider; the first match wins, and the last row matches everything. */
export class AnswerTable {
  /** @param provider  its name, for errors */
  constructor(
    readonly provider: string,
    readonly rows: readonly AnswerRow[],
  ) {}

  /**
   * Finds the meaning of an answer.
   *
   * @param status  HTTP status or SMTP reply code; 0 when there is none
   * @param codes   the provider's own codes: reason, error code, command in progress
   */
  classify(status: number, ...codes: readonly string[]): AnswerMeaning {
    const row = this.rows.find((candidate) => statusMatches(candidate, status) && codesMatch(candidate, codes));
    if (row === undefined) {
      throw new Error(`The table of ${this.provider} has no last row`);
    }
    const { single, reason, afterMs, slowsAccount, isUntaken } = row;
    return {
      single,
      majority: row.majority ?? single,
      reason,
      afterMs,
      ...(slowsAccount && { slowsAccount }),
      ...(isUntaken && { isUntaken }),
    };
  }
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
