import type { BatchReport, Outcome, PauseReason } from './channels.types.js';
import type { AnswerClass, AnswerMeaning } from './provider-answers.js';

/** An answer counts for the whole batch from this many recipients on, if they are also more than half of it. */
const MIN_MAJORITY = 10;
/** Characters of a provider's answer that are kept for the audit. */
const MAX_RAW_LENGTH = 500;

const SENT: Outcome = Object.freeze({ kind: 'sent' });
const WITHHELD: Outcome = Object.freeze({ kind: 'withheld' });

/** Recipients of a batch that got the same answer. */
interface AnswerGroup {
  meaning: AnswerMeaning;
  code: string;
  raw: string;
  afterMs: number | undefined;
  recipients: number[];
}

/**
 * Collects one outcome per recipient and ends in the batch's report. Each index must be recorded exactly once.
 *
 * Some answers have another meaning when most of a batch gets them. They are classified again when all outcomes are there.
 * The first answer that pauses the account for certain sets `isPaused` at once: the sender then stops, and records the
 * remaining recipients with `recordPaused`.
 */
export class BatchOutcomes {
  readonly report: Promise<BatchReport>;
  private readonly outcomes: (Outcome | undefined)[];
  private readonly answerGroups = new Map<string, AnswerGroup>();
  private pause: BatchReport['pause'];
  /** The longest delay that the provider named. */
  private slow: BatchReport['slow'];
  private slowWithoutDelay: { count: number; first: BatchReport['slow'] } = { count: 0, first: undefined };
  private pending: number;
  private resolveReport: (report: BatchReport) => void = () => undefined;

  /** @param mayLeave  `SendOptions.mayLeave` of the batch */
  constructor(
    size: number,
    readonly mayLeave: (index: number) => boolean = () => true,
  ) {
    this.outcomes = new Array<Outcome | undefined>(size).fill(undefined);
    this.pending = size;
    this.report = new Promise((resolve) => {
      this.resolveReport = resolve;
    });
    if (size === 0) {
      this.resolveReport({ outcomes: [] });
    }
  }

  /** Whether the account is paused: nothing more of this batch should be sent. */
  get isPaused(): boolean {
    return this.pause !== undefined;
  }

  /** Called before a message is sent. @returns false when it must not leave; its outcome is then recorded */
  admit(index: number): boolean {
    if (this.isPaused) {
      this.recordPaused(index);
      return false;
    }
    if (!this.mayLeave(index)) {
      this.recordWithheld(index);
      return false;
    }
    return true;
  }

  recordSent(index: number, providerId?: string): void {
    this.record(index, providerId === undefined ? SENT : { kind: 'sent', providerId });
  }

  /**
   * Records a refusal of the provider.
   *
   * @param code     its own code or reason
   * @param raw      its answer as received
   * @param afterMs  the delay that it named for another attempt
   */
  recordAnswer(index: number, meaning: AnswerMeaning, code: string, raw: string, afterMs?: number): void {
    if (meaning.single === 'PAUSE' || meaning.single === 'FIX') {
      this.pause ??= { ...createPause(meaning, code), ...(meaning.single === 'PAUSE' && { isTransient: true }) };
    }
    if (meaning.slowsAccount) {
      this.noteSlow(meaning, code, afterMs);
    }
    if (meaning.single !== meaning.majority) {
      const group = this.answerGroups.get(code) ?? { meaning, code, raw, afterMs, recipients: [] };
      group.recipients.push(index);
      this.answerGroups.set(code, group);
    }
    this.record(index, createOutcome(meaning.single, { meaning, code, raw, afterMs }));
  }

  /** The message was not sent: it is safe to repeat. */
  recordUnsent(index: number, code: string, afterMs?: number): void {
    this.record(index, retry(code, 'PROVIDER_UNAVAILABLE', afterMs));
  }

  /** The message did not leave, because `mayLeave` forbade it. */
  recordWithheld(index: number): void {
    this.record(index, WITHHELD);
  }

  /** No answer came, or only a part of one: the provider may have accepted the message. */
  recordLost(index: number, code: string): void {
    this.record(index, { kind: 'unknown', code, reason: 'OUTCOME_UNKNOWN' });
  }

  /** The sender itself refuses the message; nothing was sent. */
  recordRefusal(index: number, outcome: Extract<Outcome, { kind: 'failed' | 'dead' }>): void {
    this.record(index, outcome);
  }

  /** The message was not tried because the account is paused. */
  recordPaused(index: number): void {
    this.record(index, retry(this.pause?.code ?? 'PAUSED', 'PROVIDER_UNAVAILABLE'));
  }

  /** Pauses the account for a reason other than an answer to a message, such as a failed log-in. */
  pauseAccount(pause: PauseReason): void {
    this.pause ??= pause;
  }

  private record(index: number, outcome: Outcome): void {
    if (this.outcomes[index] !== undefined) {
      throw new Error(`Recipient ${index} was recorded twice`);
    }
    this.outcomes[index] = outcome;
    this.pending -= 1;
    if (this.pending === 0) {
      this.applyMajority();
      this.resolveReport({
        outcomes: this.outcomes.filter((recorded) => recorded !== undefined),
        ...(this.pause && { pause: this.pause }),
        ...(this.slow && { slow: this.slow }),
      });
    }
  }

  /** A delay that the provider names counts from the first answer on. Without one, only a majority slows the account. */
  private noteSlow({ reason, afterMs: defaultMs }: AnswerMeaning, code: string, afterMs: number | undefined): void {
    if (afterMs === undefined) {
      this.slowWithoutDelay.count += 1;
      this.slowWithoutDelay.first ??= defaultMs === undefined ? undefined : { code, why: reason, ms: defaultMs };
    } else if (afterMs > (this.slow?.ms ?? 0)) {
      this.slow = { code, why: reason, ms: afterMs };
    }
  }

  private isMajority(count: number): boolean {
    return count >= MIN_MAJORITY && count * 2 > this.outcomes.length;
  }

  /** Replaces the outcomes of an answer that most of the batch got. */
  private applyMajority(): void {
    if (this.isMajority(this.slowWithoutDelay.count)) {
      this.slow ??= this.slowWithoutDelay.first;
    }
    for (const group of this.answerGroups.values()) {
      if (!this.isMajority(group.recipients.length)) {
        continue;
      }
      this.pause ??= createPause(group.meaning, group.code);
      for (const index of group.recipients) {
        this.outcomes[index] = createOutcome(group.meaning.majority, group);
      }
    }
  }
}

function createPause(meaning: AnswerMeaning, code: string): PauseReason {
  return { code, why: meaning.reason };
}

function createOutcome(answerClass: AnswerClass, answer: Omit<AnswerGroup, 'recipients'>): Outcome {
  const { meaning, code } = answer;
  switch (answerClass) {
    case 'DROP':
      return { kind: 'dead', code, reason: meaning.reason, raw: answer.raw.slice(0, MAX_RAW_LENGTH) };
    case 'FAIL':
      return { kind: 'failed', code, reason: meaning.reason };
    case 'RETRY':
      return retry(code, meaning.reason, answer.afterMs ?? meaning.afterMs);
    case 'PAUSE':
    case 'FIX':
      return retry(code, meaning.reason);
  }
}

function retry(code: string, reason: string, afterMs?: number): Outcome {
  return afterMs === undefined ? { kind: 'retry', code, reason } : { kind: 'retry', code, reason, afterMs };
}
