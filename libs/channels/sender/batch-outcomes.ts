import type { BatchReport, Outcome, PauseReason } from './channels.types.js';
import type { AnswerClass, AnswerMeaning } from './provider-answers.js';

/** A fault counts as everybody's when it strikes at least this many recipients and more than half of the batch. */
const MIN_MAJORITY = 10;
/** A provider's own words are kept for audit up to this many characters. */
const MAX_RAW_LENGTH = 500;

const SENT: Outcome = Object.freeze({ kind: 'sent' });

interface AnswerGroup {
  meaning: AnswerMeaning;
  code: string;
  raw: string;
  afterMs: number | undefined;
  recipients: number[];
}

/**
 * Collects one outcome per recipient and ends in the batch's report. Each index must be settled exactly once.
 *
 * Answers whose meaning depends on how many recipients they strike are weighed when all have settled. The first answer
 * that pauses the account for certain shows in `paused` at once, so that a sender stops offering the rest; those are
 * settled by `rest`.
 */
export class BatchOutcomes {
  readonly report: Promise<BatchReport>;
  private readonly outcomes: (Outcome | undefined)[];
  private readonly answerGroups = new Map<string, AnswerGroup>();
  private pause: BatchReport['pause'];
  /** What the provider named a time for, and whom it named none. */
  private slow: BatchReport['slow'];
  private slowWithoutDelay: { count: number; first: BatchReport['slow'] } = { count: 0, first: undefined };
  private pending: number;
  private resolveReport: (report: BatchReport) => void = () => undefined;

  constructor(size: number) {
    this.outcomes = new Array<Outcome | undefined>(size).fill(undefined);
    this.pending = size;
    this.report = new Promise((resolve) => {
      this.resolveReport = resolve;
    });
    if (size === 0) {
      this.resolveReport({ outcomes: [] });
    }
  }

  /** Whether the account is known to need a rest: nothing more of this batch should leave. */
  get isPaused(): boolean {
    return this.pause !== undefined;
  }

  recordSent(index: number, providerId?: string): void {
    this.record(index, providerId === undefined ? SENT : { kind: 'sent', providerId });
  }

  /**
   * The provider said no.
   *
   * @param code     its own code or reason
   * @param raw      its answer as it came
   * @param afterMs  the time it named for another attempt
   */
  recordAnswer(index: number, meaning: AnswerMeaning, code: string, raw: string, afterMs?: number): void {
    if (meaning.single === 'PAUSE' || meaning.single === 'FIX') {
      this.pause ??= { ...createPause(meaning, code), ...(meaning.single === 'PAUSE' && { isTransient: true }) };
    }
    if (meaning.slowsAccount) {
      this.noteSlow(meaning, code, afterMs);
    }
    if (meaning.single === meaning.majority) {
      this.record(index, createOutcome(meaning.single, { meaning, code, raw, afterMs }));
      return;
    }
    const group = this.answerGroups.get(code) ?? { meaning, code, raw, afterMs, recipients: [] };
    group.recipients.push(index);
    this.answerGroups.set(code, group);
    this.record(index, createOutcome(meaning.single, { meaning, code, raw, afterMs }));
  }

  /** It never left: safe to repeat. */
  recordUnsent(index: number, code: string, afterMs?: number): void {
    this.record(index, retry(code, 'PROVIDER_UNAVAILABLE', afterMs));
  }

  /** It may have been taken: no answer, or one cut short. */
  recordLost(index: number, code: string): void {
    this.record(index, { kind: 'unknown', code, reason: 'OUTCOME_UNKNOWN' });
  }

  /** It fails for a reason found on this side, before anything left. */
  recordRefusal(index: number, outcome: Extract<Outcome, { kind: 'failed' | 'dead' }>): void {
    this.record(index, outcome);
  }

  /** It was not offered because the account must rest. */
  recordPaused(index: number): void {
    this.record(index, retry(this.pause?.code ?? 'PAUSED', 'PROVIDER_UNAVAILABLE'));
  }

  /** The account must rest for a reason outside the provider's answers to messages, such as a refused log-in. */
  pauseAccount(pause: PauseReason): void {
    this.pause ??= pause;
  }

  private record(index: number, outcome: Outcome): void {
    if (this.outcomes[index] !== undefined) {
      throw new Error(`Recipient ${index} was settled twice`);
    }
    this.outcomes[index] = outcome;
    this.pending -= 1;
    if (this.pending === 0) {
      this.applyMajority();
      this.resolveReport({
        outcomes: this.outcomes.filter((outcome) => outcome !== undefined),
        ...(this.pause && { pause: this.pause }),
        ...(this.slow && { slow: this.slow }),
      });
    }
  }

  /** A time that the provider names counts from the first answer; without one, only a crowd slows the account. */
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

  /** Turns what struck most of the batch into its crowd meaning. */
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

function createOutcome(
  meaning: AnswerClass,
  answer: Pick<AnswerGroup, 'meaning' | 'code' | 'raw' | 'afterMs'>,
): Outcome {
  const { meaning: verdict, code } = answer;
  switch (meaning) {
    case 'DROP':
      return { kind: 'dead', code, reason: verdict.reason, raw: answer.raw.slice(0, MAX_RAW_LENGTH) };
    case 'FAIL':
      return { kind: 'failed', code, reason: verdict.reason };
    case 'RETRY':
      return retry(code, verdict.reason, answer.afterMs ?? verdict.afterMs);
    case 'PAUSE':
    case 'FIX':
      return retry(code, verdict.reason);
  }
}

function retry(code: string, reason: string, afterMs?: number): Outcome {
  return afterMs === undefined ? { kind: 'retry', code, reason } : { kind: 'retry', code, reason, afterMs };
}
