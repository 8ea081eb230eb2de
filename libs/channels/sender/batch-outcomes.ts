import { toProviderWords } from '../faults/provider-words.js';
import type {
  AccountFault,
  BatchReport,
  Outcome,
  Outgoing,
  PauseReason,
  SendOptions,
  ServiceRefusal,
} from './channels.types.js';
import { type Answer, type AnswerGroup, AnswerGroups } from './answer-groups.js';
import { tellsOfAccount, type AnswerClass, type AnswerMeaning } from './answer-table.js';
import type { CrowdVerdict, Speaker } from './crowd.js';
import type { RecentAnswers } from './recent-answers.js';

/** Characters of a provider's answer that are kept for the audit. */
const MAX_RAW_LENGTH = 500;

const SENT: Outcome = Object.freeze({ kind: 'sent' });
const WITHHELD: Outcome = Object.freeze({ kind: 'withheld' });

type RetryOutcome = Extract<Outcome, { kind: 'retry' }>;

/**
 * Options of a batch that matter for its outcomes, the push service of each recipient, the texts that the words of the
 * provider must not contain, and what the account was answered before.
 */
export type BatchSettings = Pick<SendOptions, 'mayLeave' | 'isProbe'> & {
  services?: readonly string[];
  secrets?: readonly string[];
  recent?: RecentAnswers;
};

/**
 * Collects one outcome per recipient and ends in the batch's report. Each index must be recorded exactly once.
 *
 * Some answers have another meaning when a crowd gets them (`crowd.ts`). They are classified again when all outcomes
 * are there.
 * The first answer that pauses the account for certain sets `isPaused` at once: the sender then stops, and records the
 * remaining recipients with `recordPaused`.
 */
export class BatchOutcomes {
  readonly report: Promise<BatchReport>;
  readonly mayLeave: (index: number) => boolean;
  private readonly outcomes: (Outcome | undefined)[];
  private readonly groups = new AnswerGroups();
  private pause: BatchReport['pause'];
  private fault: AccountFault | undefined;
  /** Most answers of a batch are the same: their words are made once. */
  private lastWords = { raw: '', words: '' };
  /** The longest delay of the account. */
  private slow: BatchReport['slow'];
  /** Recipients without an answer. */
  private unanswered = 0;
  private readonly refusals: ServiceRefusal[] = [];
  private pending: number;
  private resolveReport: (report: BatchReport) => void = () => undefined;

  constructor(
    private readonly batch: readonly Pick<Outgoing, 'userId' | 'isTrusted'>[],
    private readonly settings: BatchSettings = {},
  ) {
    this.mayLeave = settings.mayLeave ?? ((): boolean => true);
    this.outcomes = new Array<Outcome | undefined>(batch.length).fill(undefined);
    this.pending = batch.length;
    this.report = new Promise((resolve) => {
      this.resolveReport = resolve;
    });
    if (batch.length === 0) {
      this.resolveReport({ outcomes: [] });
    }
  }

  /** Tests if the account is paused: nothing more of this batch should be sent. */
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
    const words = meaning.single === 'DROP' ? '' : this.toWords(raw);
    if (meaning.single === 'PAUSE' || meaning.single === 'FIX') {
      this.pauseAccount({ ...createPause(meaning, code), words });
    } else if (tellsOfAccount(meaning)) {
      this.fault ??= { ...createPause(meaning, code), words };
    }
    if (meaning.about === 'account' && meaning.single === 'RETRY' && afterMs !== undefined) {
      this.slowAccount(meaning, code, afterMs);
    }
    const answer = { meaning, code, raw, words, afterMs };
    this.groups.add(index, answer, this.getService(index));
    this.record(index, createOutcome(meaning.single, answer));
  }

  /** The message was not sent: it is safe to repeat. @param words  of the error, as `toErrorWords` writes them */
  recordUnsent(index: number, code: string, words = ''): void {
    this.fault ??= { code, why: 'PROVIDER_UNAVAILABLE', words };
    this.recordSilence(index, { ...retry(code, 'PROVIDER_UNAVAILABLE', words), isUntaken: true });
  }

  /** The message did not leave, because `mayLeave` forbade it. */
  recordWithheld(index: number): void {
    this.recordSilence(index, WITHHELD);
  }

  /** No answer came, or only a part of one: the provider may have accepted the message. */
  recordLost(index: number, code: string, words = ''): void {
    this.fault ??= { code, why: 'PROVIDER_UNAVAILABLE', words };
    this.recordSilence(index, { kind: 'unknown', code, reason: 'OUTCOME_UNKNOWN', ...(words !== '' && { words }) });
  }

  /** The sender itself refuses the message; nothing was sent. */
  recordRefusal(index: number, outcome: Extract<Outcome, { kind: 'failed' | 'dead' }>): void {
    this.recordSilence(index, outcome);
  }

  /** The message was not tried because the account is paused. */
  recordPaused(index: number): void {
    const { code, why } = this.pause ?? { code: 'PAUSED', why: 'PROVIDER_UNAVAILABLE' };
    this.recordSilence(index, { ...retry(code, why, this.fault?.words), isUntaken: true });
  }

  /** Pauses the account, also for a reason other than an answer to a message, such as a failed log-in. */
  pauseAccount({ code, why, words = '' }: PauseReason & { words?: string }): void {
    if (this.pause === undefined) {
      this.pause = { code, why };
      this.fault = { code, why, words };
    }
  }

  private toWords(raw: string): string {
    if (raw !== this.lastWords.raw) {
      this.lastWords = { raw, words: toProviderWords(raw, this.settings.secrets) };
    }
    return this.lastWords.words;
  }

  /** Records what is no answer of the provider. */
  private recordSilence(index: number, outcome: Outcome): void {
    this.unanswered += 1;
    this.record(index, outcome);
  }

  private record(index: number, outcome: Outcome): void {
    if (this.outcomes[index] !== undefined) {
      throw new Error(`Recipient ${index} was recorded twice`);
    }
    this.outcomes[index] = outcome;
    this.pending -= 1;
    if (this.pending === 0) {
      this.applyCrowds();
      this.resolveReport({
        outcomes: this.outcomes.filter((recorded) => recorded !== undefined),
        ...(this.pause && { pause: this.pause }),
        ...(this.fault && { fault: this.fault }),
        ...(this.slow && { slow: this.slow }),
        ...(this.refusals.length > 0 && { refusals: this.refusals }),
      });
    }
  }

  private slowAccount({ reason }: AnswerMeaning, code: string, ms: number): void {
    if (ms > (this.slow?.ms ?? 0)) {
      this.slow = { code, why: reason, ms };
    }
  }

  /** Replaces the outcomes of answers that a crowd got. */
  private applyCrowds(): void {
    const { recent, isProbe = false } = this.settings;
    if (this.groups.isEmpty) {
      this.countAnswers();
      return;
    }
    const speakers = this.batch.map((item, index) => this.toSpeaker(item, index));
    const accusers: AnswerGroup[] = [];
    const probe = isProbe ? { isAccepted: this.outcomes.some((outcome) => outcome?.kind === 'sent') } : undefined;
    for (const { group, verdict, delayMs } of this.groups.judge(speakers, recent, probe)) {
      if (delayMs !== undefined) {
        this.slowAccount(group.answer.meaning, group.answer.code, delayMs);
      }
      if (verdict === 'account') {
        accusers.push(group);
      }
      for (const { index, answer } of verdict === 'none' ? [] : group.recipients) {
        this.outcomes[index] =
          verdict === 'account' ? createOutcome(answer.meaning.majority, answer) : createSuspect(answer, verdict);
      }
    }
    this.blame(accusers, speakers);
  }

  /** Counts a batch without a refusal that could be the account's: its successes cost nothing else. */
  private countAnswers(): void {
    const { recent, services } = this.settings;
    if (services) {
      services.forEach((service) => recent?.addTotal(service, 1));
    } else {
      recent?.addTotal('', this.outcomes.length - this.unanswered);
    }
  }

  /** A push service alone is to blame while another one accepts messages to trusted addresses. */
  private blame(accusers: readonly AnswerGroup[], speakers: readonly Speaker[]): void {
    const refusing = new Set(accusers.map(({ service }) => service));
    const isElsewhereAccepted = speakers.some(
      ({ isTrusted, service }, index) => isTrusted && !refusing.has(service) && this.outcomes[index]?.kind === 'sent',
    );
    for (const { service, answer } of accusers) {
      const reason = createPause(answer.meaning, answer.code);
      if (isElsewhereAccepted) {
        this.refusals.push({ service, ...reason });
      } else {
        this.pauseAccount({ ...reason, words: answer.words });
      }
    }
  }

  private getService(index: number): string {
    return this.settings.services?.[index] ?? '';
  }

  /** Recipients without a user are one each. */
  private toSpeaker({ userId, isTrusted = true }: Pick<Outgoing, 'userId' | 'isTrusted'>, index: number): Speaker {
    const id = userId ?? this.settings.recent?.nextId() ?? -1 - index;
    return { userId: id, isTrusted, service: this.getService(index) };
  }
}

function createPause(meaning: AnswerMeaning, code: string): PauseReason {
  return { code, why: meaning.reason };
}

/** Neither the account nor the address is known to be at fault. */
function createSuspect(answer: Answer, verdict: CrowdVerdict): Outcome {
  const { code, meaning } = answer;
  if (meaning.single === 'RETRY') {
    return createOutcome('RETRY', answer);
  }
  return {
    kind: 'failed',
    code,
    reason: meaning.reason,
    isSuspect: true,
    ...(verdict === 'batch' && { mayBeAccount: true, words: answer.words }),
  };
}

function createOutcome(answerClass: AnswerClass, answer: Answer): Outcome {
  const { meaning, code } = answer;
  switch (answerClass) {
    case 'DROP':
      return { kind: 'dead', code, reason: meaning.reason, raw: answer.raw.slice(0, MAX_RAW_LENGTH) };
    case 'FAIL':
      return { kind: 'failed', code, reason: meaning.reason, ...(answer.words !== '' && { words: answer.words }) };
    case 'RETRY':
      return markUntaken(retry(code, meaning.reason, answer.words, answer.afterMs ?? meaning.afterMs), meaning);
    case 'PAUSE':
    case 'FIX':
      return markUntaken(retry(code, meaning.reason, answer.words), meaning);
  }
}

function markUntaken(outcome: RetryOutcome, { isUntaken }: AnswerMeaning): Outcome {
  return isUntaken ? { ...outcome, isUntaken } : outcome;
}

function retry(code: string, reason: string, words = '', afterMs?: number): RetryOutcome {
  return {
    kind: 'retry',
    code,
    reason,
    ...(words !== '' && { words }),
    ...(afterMs !== undefined && { afterMs }),
  };
}
