/**
 * The meaning of a provider's answer:
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

/**
 * Subject of an answer: message its content · recipient its address, or what the account may send there · account its
 * credentials, its standing or its own limits, by the provider's own word · moment the provider is busy or down, or it
 * does not say whose limit it is.
 */
export type Subject = 'message' | 'recipient' | 'account' | 'moment';

export interface AnswerMeaning {
  about: Subject;
  /** When this recipient alone gets the answer. */
  single: AnswerClass;
  /**
   * When a crowd gets the answer (`crowd.ts`). A fault of Herald looks like many bad recipients: a wrong key, topic or
   * payload must not erase a device base. A single bad recipient, such as a token of another application, must not stop
   * an account.
   */
  majority: AnswerClass;
  reason: Reason;
  /** Delay before another attempt when the provider names none. */
  afterMs?: number;
  /**
   * The answer proves that the provider has taken nothing, so another account may send the message at once. Set only
   * where the provider's documentation says so.
   */
  isUntaken?: true;
}

/** Steps that a subject allows: one recipient pauses an account only by an answer that is about the account. */
type AnswerEffect =
  | { about: 'account'; single: 'PAUSE' | 'FIX' | 'RETRY'; majority?: never }
  | { about: 'recipient' | 'message'; single: 'DROP' | 'FAIL' | 'RETRY'; majority?: 'PAUSE' | 'FIX' }
  | { about: 'moment'; single: 'RETRY'; majority?: never };

/**
 * One row of a table of answers. A `RETRY` about the account delays all of it, from the first answer that names a time on.
 * One about the moment does so when several recipients get it, and one about a recipient never.
 */
export type AnswerRow = Partial<Pick<AnswerMeaning, 'afterMs' | 'isUntaken'>> & {
  /** One status or an inclusive range; absent: any. */
  status?: number | readonly [number, number];
  /** The provider's codes or reasons; absent: any. */
  codes?: readonly string[];
  reason: Reason;
} & AnswerEffect;

/** A minute, the delay that most providers suggest. */
export const MINUTE_MS = 60_000;

/** Reasons that are mostly those of an account, also where a recipient may be the cause. */
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
    const { about, single, reason, afterMs, isUntaken } = row;
    return { about, single, majority: row.majority ?? single, reason, afterMs, ...(isUntaken && { isUntaken }) };
  }
}

/** Tests if an answer to one message may explain why the account does not work. */
export function tellsOfAccount({ about, single, reason }: AnswerMeaning): boolean {
  return single !== 'DROP' && (about === 'account' || about === 'moment' || ACCOUNT_REASONS.has(reason));
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
