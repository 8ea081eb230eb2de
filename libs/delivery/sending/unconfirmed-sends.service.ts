import { Inject, Injectable } from '@nestjs/common';
import { type Account, type Outcome, type Outgoing, providerOf } from '#libs/channels';
import { groupBy } from '#platform/collections';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { type LeasedChunk, type BatchCommit, type Result, STATUSES } from '../model/delivery.types.js';
import { accountOf, type AccountState } from '#libs/delivery/accounts';
import type { PinnedAccounts } from '../model/recipient-set.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { ProviderQuestionService, type SendStatus } from '../provider-question/provider-question.service.js';
import { isContactChannel } from '../model/channel-policy.js';
import { findDeadline } from '../model/time-to-live.js';
import { BatchCommitService } from './batch-commit.service.js';
import { retryPostponed } from './classify-outcomes.js';
import { buildResult } from '../model/build-result.js';
import { BatchPreparationService } from '../recipients/batch-preparation.service.js';
import type { OutgoingRecipient } from '#libs/delivery/checks';

type AccountByRecipient = (recipientId: number) => Account | null;

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
  async resolveInFlight(chunk: LeasedChunk, message: PreparedMessage, state: AccountState): Promise<void> {
    const { coveredCount, commit } = await this.decide(chunk, message, (id) => findAccount(chunk, state, id));
    await this.batchCommits.commitBatch(chunk, message, commit);
    chunk.remaining = chunk.remaining.slice(coveredCount);
    if (coveredCount === 0) {
      chunk.accounts = pinInFlight(chunk, state);
    }
    chunk.attempted = chunk.inFlight && { ids: new Set(chunk.inFlight.ids), at: chunk.inFlight.since };
    chunk.inFlight = null;
  }

  private async decide(
    chunk: LeasedChunk,
    message: PreparedMessage,
    accountBy: AccountByRecipient,
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
    if ([...inFlightIds].every((id) => mayRepeat(chunk, accountBy(id)))) {
      return { coveredCount: 0, commit: emptyCommit };
    }
    const coveredCount = 1 + chunk.remaining.findLastIndex((id) => inFlightIds.has(id));
    const batch = await this.batchPreparation.prepareBatch(chunk, message, chunk.remaining.slice(0, coveredCount));
    const commit: BatchCommit = {
      ...emptyCommit,
      results: batch.unsendable,
      checkedAt: batch.checkedAt,
      advance: coveredCount,
      isLast: coveredCount === chunk.remaining.length,
    };
    const now = this.clock.now();
    const { ttlSeconds } = message.dispatch.message;
    const deadline = chunk.expiresAt ?? findDeadline(chunk.channel, chunk.inFlight?.since ?? now, ttlSeconds);
    commit.retries.push(...retryPostponed(batch.postponed, chunk, message.dispatch, now));
    const statuses = await this.findStatuses(chunk, batch.recipients, accountBy);
    commit.unsent = batch.recipients.flatMap(({ recipientId, places = [] }, index) =>
      inFlightIds.has(recipientId) && statuses[index] === 'not sent' ? places : [],
    );
    for (const [index, recipient] of batch.recipients.entries()) {
      const status = statuses[index];
      if (status === 'not sent') {
        const { recipientId, expiresAt = deadline } = recipient;
        const accountId = inFlightIds.has(recipientId)
          ? accountBy(recipientId)?.accountId
          : chunk.accounts.get(recipientId);
        const retry = { recipientId, attempt: chunk.attempt + 1, dueAt: now, expiresAt };
        commit.retries.push(accountId === undefined ? retry : { ...retry, accountId });
      } else {
        const isSent = status === 'sent';
        const reason = isSent ? null : 'IN_DOUBT';
        const result = buildResult(recipient, isSent ? STATUSES.success : STATUSES.failed, null, reason);
        commit.results.push(addAccount(leftWith(result, chunk), chunk));
      }
    }
    return { coveredCount, commit };
  }

  /** Each account is asked for its own messages. Those that were not in flight are not sent. */
  private async findStatuses(
    chunk: LeasedChunk,
    recipients: readonly OutgoingRecipient[],
    accountBy: AccountByRecipient,
  ): Promise<SendStatus[]> {
    const inFlightIds = new Set(chunk.inFlight?.ids ?? []);
    const since = chunk.inFlight?.since;
    const doubtful = recipients.filter(({ recipientId }) => inFlightIds.has(recipientId));
    const statusById = new Map<number, SendStatus>();
    for (const [account, group] of groupBy(doubtful, ({ recipientId }) => accountBy(recipientId))) {
      const messages = group.map(({ outgoing }) => outgoing);
      const canAsk = account && since && !mayRepeat(chunk, account);
      const answers = canAsk ? await this.questions.findStatuses(account, messages, since) : [];
      const otherwise = account && mayRepeat(chunk, account) ? 'not sent' : 'unknown';
      group.forEach(({ recipientId }, index) => statusById.set(recipientId, answers[index] ?? otherwise));
    }
    return recipients.map(({ recipientId }) => statusById.get(recipientId) ?? 'not sent');
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

/** The account by which a recipient in flight has left; it can be asked. */
function findAccount({ channel, accounts }: LeasedChunk, state: AccountState, recipientId: number): Account | null {
  const known = state.kind === 'none' ? [] : state.accounts;
  const own = accountOf(known, channel, accounts.get(recipientId))?.state;
  return own?.kind === 'ready' ? own.account : null;
}

/** A message that is sent again goes by the account by which it has left. */
function pinInFlight(chunk: LeasedChunk, state: AccountState): PinnedAccounts {
  const pinned = new Map(chunk.accounts);
  for (const id of isContactChannel(chunk.channel) ? (chunk.inFlight?.ids ?? []) : []) {
    const accountId = findAccount(chunk, state, id)?.accountId;
    if (accountId !== undefined) {
      pinned.set(id, accountId);
    }
  }
  return pinned;
}

function addAccount(result: Result, { accounts }: LeasedChunk): Result {
  const accountId = accounts.get(result.recipientId);
  return accountId === undefined ? result : { ...result, accountId };
}

/** Gives a result the time at which the ids of a dead worker were stored: its message left after that worker's checks. */
export function leftWith(result: Result, { inFlight }: LeasedChunk): Result {
  return inFlight ? { ...result, checkedAt: inFlight.since } : result;
}

/** Without an account no one can tell: a push may come twice under one id, a message to a person may not. */
function mayRepeat({ channel }: LeasedChunk, account: Account | null): boolean {
  return account ? providerOf(account.provider).doubt(account.credentials) === 'repeat' : !isContactChannel(channel);
}
