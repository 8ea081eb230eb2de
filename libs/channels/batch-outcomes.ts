import type { BatchReport, Outcome, PauseReason } from './channels.types.js';
import type { AnswerClass, Verdict } from './provider-answers.js';

/** A fault counts as everybody's when it strikes at least this many recipients and more than half of the batch. */
const CROWD = 10;
/** A provider's own words are kept for audit up to this many characters. */
const RAW_LIMIT = 500;

const SENT: Outcome = Object.freeze({ kind: 'sent' });

interface Strike {
  verdict: Verdict;
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
  private readonly strikes = new Map<string, Strike>();
  private pause: BatchReport['pause'];
  /** What the provider named a time for, and whom it named none. */
  private slow: BatchReport['slow'];
  private slowWithoutTime: { count: number; first: BatchReport['slow'] } = { count: 0, first: undefined };
  private open: number;
  private finish: (report: BatchReport) => void = () => undefined;

  constructor(size: number) {
    this.outcomes = new Array<Outcome | undefined>(size).fill(undefined);
    this.open = size;
    this.report = new Promise((resolve) => {
      this.finish = resolve;
    });
    if (size === 0) {
      this.finish({ outcomes: [] });
    }
  }

  /** Whether the account is known to need a rest: nothing more of this batch should leave. */
  get paused(): boolean {
    return this.pause !== undefined;
  }

  sent(index: number, providerId?: string): void {
    this.settle(index, providerId === undefined ? SENT : { kind: 'sent', providerId });
  }

  /**
   * The provider said no.
   *
   * @param code     its own code or reason
   * @param raw      its answer as it came
   * @param afterMs  the time it named for another attempt
   */
  answered(index: number, verdict: Verdict, code: string, raw: string, afterMs?: number): void {
    if (verdict.lone === 'PAUSE' || verdict.lone === 'FIX') {
      this.pause ??= { ...pauseFor(verdict, code), ...(verdict.lone === 'PAUSE' && { mayPass: true }) };
    }
    if (verdict.slowsAccount) {
      this.noteSlow(verdict, code, afterMs);
    }
    if (verdict.lone === verdict.crowd) {
      this.settle(index, outcomeOf(verdict.lone, { verdict, code, raw, afterMs }));
      return;
    }
    const strike = this.strikes.get(code) ?? { verdict, code, raw, afterMs, recipients: [] };
    strike.recipients.push(index);
    this.strikes.set(code, strike);
    this.settle(index, outcomeOf(verdict.lone, { verdict, code, raw, afterMs }));
  }

  /** It never left: safe to repeat. */
  unsent(index: number, code: string, afterMs?: number): void {
    this.settle(index, retry(code, 'PROVIDER_UNAVAILABLE', afterMs));
  }

  /** It may have been taken: no answer, or one cut short. */
  lost(index: number, code: string): void {
    this.settle(index, { kind: 'unknown', code, reason: 'OUTCOME_UNKNOWN' });
  }

  /** It fails for a reason found on this side, before anything left. */
  refused(index: number, outcome: Extract<Outcome, { kind: 'failed' | 'dead' }>): void {
    this.settle(index, outcome);
  }

  /** It was not offered because the account must rest. */
  rest(index: number): void {
    this.settle(index, retry(this.pause?.code ?? 'PAUSED', 'PROVIDER_UNAVAILABLE'));
  }

  /** The account must rest for a reason outside the provider's answers to messages, such as a refused log-in. */
  pauseAccount(pause: PauseReason): void {
    this.pause ??= pause;
  }

  private settle(index: number, outcome: Outcome): void {
    if (this.outcomes[index] !== undefined) {
      throw new Error(`Recipient ${index} was settled twice`);
    }
    this.outcomes[index] = outcome;
    this.open -= 1;
    if (this.open === 0) {
      this.weigh();
      this.finish({
        outcomes: this.outcomes.filter((each) => each !== undefined),
        ...(this.pause && { pause: this.pause }),
        ...(this.slow && { slow: this.slow }),
      });
    }
  }

  /** A time that the provider names counts from the first answer; without one, only a crowd slows the account. */
  private noteSlow({ reason, afterMs: usual }: Verdict, code: string, afterMs: number | undefined): void {
    if (afterMs === undefined) {
      this.slowWithoutTime.count += 1;
      this.slowWithoutTime.first ??= usual === undefined ? undefined : { code, why: reason, ms: usual };
    } else if (afterMs > (this.slow?.ms ?? 0)) {
      this.slow = { code, why: reason, ms: afterMs };
    }
  }

  private isCrowd(count: number): boolean {
    return count >= CROWD && count * 2 > this.outcomes.length;
  }

  /** Turns what struck most of the batch into its crowd meaning. */
  private weigh(): void {
    if (this.isCrowd(this.slowWithoutTime.count)) {
      this.slow ??= this.slowWithoutTime.first;
    }
    for (const strike of this.strikes.values()) {
      if (!this.isCrowd(strike.recipients.length)) {
        continue;
      }
      this.pause ??= pauseFor(strike.verdict, strike.code);
      for (const index of strike.recipients) {
        this.outcomes[index] = outcomeOf(strike.verdict.crowd, strike);
      }
    }
  }
}

function pauseFor(verdict: Verdict, code: string): PauseReason {
  return { code, why: verdict.reason };
}

function outcomeOf(meaning: AnswerClass, answer: Pick<Strike, 'verdict' | 'code' | 'raw' | 'afterMs'>): Outcome {
  const { verdict, code } = answer;
  switch (meaning) {
    case 'DROP':
      return { kind: 'dead', code, reason: verdict.reason, raw: answer.raw.slice(0, RAW_LIMIT) };
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
