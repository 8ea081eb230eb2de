import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outcome, type Outgoing, providerOf } from '#libs/channels';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { type LeasedChunk, type BatchCommit, STATUSES } from '../model/delivery.types.js';
import type { PreparedMessage } from './message-cache.service.js';
import { ProviderQuestionService, type SendStatus } from '../provider-question/provider-question.service.js';
import { CHANNEL_POLICIES, isContactChannel } from '../model/channel-policy.js';
import { BatchCommitService } from './batch-commit.service.js';
import { buildResult } from './classify-outcomes.js';
import { type OutgoingRecipient, BatchPreparationService } from './batch-preparation.service.js';

/** The decision on recipients in flight of a dead worker. */
interface InFlightDecision {
  /** Recipients at the head of the chunk that are decided; 0 when all of them are sent to again. */
  coveredCount: number;
  commit: BatchCommit;
}

/**
 * Decides on messages that may or may not have left: those in flight at a crash, and those without an answer. It works from
 * the stored ids in flight, never from a new read. Push sends again under the same id. A provider that can be asked is
 * asked. Other recipients end as IN_DOUBT, because a second copy is worse than none.
 */
@Injectable()
export class UnconfirmedSendsService {
  constructor(
    private readonly batchPreparation: BatchPreparationService,
    private readonly questions: ProviderQuestionService,
    private readonly batchCommits: BatchCommitService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Commits the decision on the ids in flight of a dead worker, and moves the chunk behind it. */
  async resolveInFlight(chunk: LeasedChunk, message: PreparedMessage, account: Account | null): Promise<void> {
    const { coveredCount, commit } = await this.decide(chunk, message, account);
    await this.batchCommits.commitBatch(chunk, message, commit);
    chunk.remaining = chunk.remaining.slice(coveredCount);
    chunk.inFlight = null;
  }

  private async decide(
    chunk: LeasedChunk,
    message: PreparedMessage,
    account: Account | null,
  ): Promise<InFlightDecision> {
    const inFlightIds = new Set(chunk.inFlight?.ids ?? []);
    const unconfirmed = [...inFlightIds].map((recipientId) => ({ recipientId, cause: 'crash' }));
    this.logger.warn(
      { dispatchId: chunk.dispatchId, chunkId: chunk.chunkId, recipients: unconfirmed.length },
      'a batch was left without results: its worker died, was frozen or could not store them; its recipients are in doubt',
    );
    const emptyCommit: BatchCommit = {
      results: [],
      retries: [],
      unconfirmed,
      deadTokens: [],
      acceptedTokens: [],
      inboxMessages: [],
      nextInboxMessages: [],
      advance: 0,
      nextInFlight: null,
      isDecision: true,
      isLast: false,
    };
    if (mayRepeat(chunk, account)) {
      return { coveredCount: 0, commit: emptyCommit };
    }
    const coveredCount = 1 + chunk.remaining.findLastIndex((id) => inFlightIds.has(id));
    const batch = await this.batchPreparation.prepareBatch(chunk, message, chunk.remaining.slice(0, coveredCount));
    const commit: BatchCommit = {
      ...emptyCommit,
      results: batch.unsendable,
      advance: coveredCount,
      isLast: coveredCount === chunk.remaining.length,
    };
    const now = this.clock.now();
    const expiresAt = chunk.expiresAt ?? new Date(now.getTime() + CHANNEL_POLICIES[chunk.channel].deadlineMs);
    const statuses = await this.findStatuses(batch.recipients, inFlightIds, chunk.inFlight?.since, account);
    for (const [index, recipient] of batch.recipients.entries()) {
      const status = statuses[index];
      if (status === 'not sent') {
        const { recipientId } = recipient;
        commit.retries.push({ recipientId, attempt: chunk.attempt + 1, dueAt: now, expiresAt });
      } else {
        const isSent = status === 'sent';
        commit.results.push(
          buildResult(recipient, isSent ? STATUSES.success : STATUSES.failed, null, isSent ? null : 'IN_DOUBT'),
        );
      }
    }
    return { coveredCount, commit };
  }

  private async findStatuses(
    recipients: readonly OutgoingRecipient[],
    inFlightIds: ReadonlySet<number>,
    since: Date | undefined,
    account: Account | null,
  ): Promise<SendStatus[]> {
    const doubtful = recipients.filter(({ recipientId }) => inFlightIds.has(recipientId));
    const answers =
      account && since
        ? await this.questions.findStatuses(
            account,
            doubtful.map(({ outgoing }) => outgoing),
            since,
          )
        : [];
    const answerById = new Map(doubtful.map(({ recipientId }, index) => [recipientId, answers[index] ?? 'unknown']));
    return recipients.map(({ recipientId }) => answerById.get(recipientId) ?? 'not sent');
  }

  /**
   * Replaces unknown outcomes by the provider's answer, where it can be asked.
   *
   * @param since  before the batch left
   */
  async resolveUnknown(
    account: Account,
    outgoing: readonly Outgoing[],
    outcomes: readonly Outcome[],
    since: Date,
  ): Promise<Outcome[]> {
    const isUnknown = (_: unknown, index: number): boolean => outcomes[index]?.kind === 'unknown';
    const statuses = await this.questions.findStatuses(account, outgoing.filter(isUnknown), since, {
      providerIds: outcomes.flatMap((outcome) => (outcome.kind === 'sent' ? (outcome.providerId ?? []) : [])),
      messageIds: outgoing.filter((_, index) => !isUnknown(_, index)).map(({ messageId }) => messageId),
    });
    let next = 0;
    return outcomes.map((outcome): Outcome => {
      const status = outcome.kind === 'unknown' ? statuses[next++] : undefined;
      if (status === 'sent') {
        return { kind: 'sent' };
      }
      return status === 'not sent' && outcome.kind === 'unknown' ? { ...outcome, kind: 'retry' } : outcome;
    });
  }
}

/** Without an account nobody can tell: a push may come twice under one id, a message to a person may not. */
function mayRepeat({ channel }: LeasedChunk, account: Account | null): boolean {
  return account ? providerOf(account.provider).doubt(account.credentials) === 'repeat' : !isContactChannel(channel);
}
