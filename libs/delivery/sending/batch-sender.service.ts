import { Inject, Injectable } from '@nestjs/common';
import type { NewInboxMessage } from '#libs/inbox';
import { LOGGER } from '#platform/app';
import { groupBy } from '#platform/collections';
import { type Logger, reportFault } from '#platform/runtime';
import { AccountStateService, maySendBy } from '#libs/delivery/accounts';
import { type BatchCommit, HOLD_REASONS, type LeasedChunk } from '../model/delivery.types.js';
import type { Batch } from '../recipients/batch-composer.service.js';
import type { PreparedMessage } from '../recipients/message-cache.service.js';
import { AttemptSenderService } from './attempt-sender.service.js';
import { accountsOf, groupByAccount, isLeaving, type PlannedBatch, type Work } from './attempt.js';
import { BatchCommitService, PlaceTakenError } from './batch-commit.service.js';
import { BatchPlannerService, type ReadyState } from './batch-planner.service.js';
import { ChunkCompletionService } from './chunk-completion.service.js';
import type { Classification } from './classify-outcomes.js';
import { findUntaken } from './untaken-places.js';
import { ProviderClientService } from './provider-client.service.js';

/** How often a batch is planned because others took places under its caps; then its chunk waits for another turn. */
const MAX_TRIES = 10;

type Turn = () => Promise<boolean>;

/**
 * Sends a leased chunk batch by batch. The ids in flight are stored before a batch leaves, with their accounts where there are
 * several. One transaction then stores its results, retries, counters and position, and the ids of the next batch.
 */
@Injectable()
export class BatchSenderService {
  private isStopping = false;

  constructor(
    private readonly planner: BatchPlannerService,
    private readonly attempts: AttemptSenderService,
    private readonly commits: BatchCommitService,
    private readonly client: ProviderClientService,
    private readonly accounts: AccountStateService,
    private readonly completion: ChunkCompletionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The batch in flight is the last one of every chunk. */
  stop(): void {
    this.isStopping = true;
  }

  /**
   * Sends one batch after the other, each by the accounts as they are then. With one account the next batch is read and
   * rendered while the provider answers.
   *
   * @param first       the state in which the first batch leaves
   * @param isTurnOver  as in `ChunkSenderService.sendChunk`
   */
  async sendRemaining(
    chunk: LeasedChunk,
    message: PreparedMessage,
    first: ReadyState,
    isTurnOver: Turn,
  ): Promise<void> {
    const work = { chunk, message };
    let started = await this.startPlanned(work, await this.planner.plan(work, chunk.remaining, first), isTurnOver);
    while (started) {
      const current = started;
      const rest = chunk.remaining.slice(current.batch.size);
      const [, ahead] = await Promise.all([
        this.attempts.send(work, current, () => this.isStopping),
        this.prepareAhead(work, current, rest),
      ]);
      const state = rest.length > 0 ? await this.findReady(work) : null;
      const endsTurn = rest.length > 0 && (await this.endsTurn(isTurnOver));
      const mayContinue = state !== null && !endsTurn && !this.isStopping;
      const prepared = mayContinue && ahead ? await this.planNext(work, rest, state, current, ahead) : null;
      const marked = prepared && canMarkAtCommit(prepared) ? prepared.batch : null;
      const hold = await this.commits.commitBatch(chunk, message, {
        ...this.toCommit(work, current),
        nextInboxMessages: marked ? inboxMessages(marked) : [],
        nextInFlight: marked && recipientIds(marked),
        isLast: rest.length === 0,
      });
      if (rest.length === 0) {
        return;
      }
      chunk.remaining = rest;
      if (hold !== HOLD_REASONS.none) {
        await this.completion.applyHold(chunk, message, hold);
        return;
      }
      // Without a database nothing more is read: the results had to be stored first.
      const canRead = mayContinue && ahead !== undefined;
      const next = prepared ?? (canRead ? await this.planNext(work, rest, state, current, null) : null);
      if (!next) {
        await this.release(work, endsTurn && state !== null);
        return;
      }
      started = marked ? next : await this.startPlanned(work, next, isTurnOver);
    }
  }

  /**
   * Starts a batch, or another one for the same recipients when another send was faster under a frequency cap.
   *
   * @returns null when no batch may leave; the chunk is then released or ended
   */
  private async startPlanned(work: Work, planned: PlannedBatch, isTurnOver: Turn): Promise<PlannedBatch | null> {
    let next: PlannedBatch | null = planned;
    for (let tries = 0; next && tries < MAX_TRIES; tries++) {
      try {
        return (await this.startBatch(work, next, isTurnOver)) ? next : null;
      } catch (error) {
        if (!(error instanceof PlaceTakenError)) {
          throw error;
        }
      }
      const state = await this.findReady(work);
      next = state && (await this.planNext(work, work.chunk.remaining, state, undefined, null));
    }
    await this.release(work, false);
    return null;
  }

  /**
   * Waits for the rate limits of the accounts, then stores the ids in flight. In this order a batch that waits is not in doubt.
   *
   * @returns false when the batch may not leave; the chunk is then released or ended
   */
  private async startBatch(work: Work, planned: PlannedBatch, isTurnOver: Turn): Promise<boolean> {
    const { chunk, message } = work;
    const leaving = planned.attempts.filter(isLeaving);
    let endsTurn = false;
    const isStillNeeded = async (): Promise<boolean> => {
      endsTurn = await this.endsTurn(isTurnOver);
      return !endsTurn && !this.isStopping && (await this.attempts.areReady(chunk, leaving));
    };
    for (const [account, { length }] of groupByAccount(leaving)) {
      if (!(await this.attempts.acquire(message, account, length, isStillNeeded))) {
        await this.release(work, endsTurn);
        return false;
      }
    }
    if (leaving.length === 0) {
      return true;
    }
    const hold = await this.commits.markInFlight(chunk, message, {
      ids: leaving.map(({ recipient }) => recipient.recipientId),
      inboxMessages: leaving.flatMap(({ recipient }) => recipient.inbox ?? []),
      places: leaving.flatMap(({ recipient }) => recipient.places ?? []),
      ...(planned.isShared && { accounts: accountsOf(chunk, leaving) }),
    });
    if (hold !== HOLD_REASONS.none) {
      await this.completion.applyHold(chunk, message, hold);
      return false;
    }
    return true;
  }

  private async release({ chunk, message }: Work, endsTurn: boolean): Promise<void> {
    await (endsTurn && !this.isStopping
      ? this.completion.endTurn(chunk)
      : this.completion.releaseUnfinished(chunk, message, this.isStopping));
  }

  /** Without an answer the turn goes on. */
  private async endsTurn(isTurnOver: Turn): Promise<boolean> {
    return this.orOnFault(isTurnOver, false, 'failed to check whether another application waits');
  }

  /** Undefined when it fails; null where nothing can be prepared. */
  private async prepareAhead(
    work: Work,
    current: PlannedBatch,
    rest: readonly number[],
  ): Promise<Batch | null | undefined> {
    const prepare = async (): Promise<Batch | null> => this.planner.prepareAhead(work, current, rest);
    return this.isStopping ? null : this.orOnFault(prepare, undefined, 'failed to prepare the next batch');
  }

  private async planNext(
    work: Work,
    rest: readonly number[],
    state: ReadyState,
    current: PlannedBatch | undefined,
    ahead: Batch | null,
  ): Promise<PlannedBatch | null> {
    const plan = async (): Promise<PlannedBatch> => this.planner.plan(work, rest, state, current, ahead);
    return this.orOnFault(plan, null, 'failed to plan the next batch');
  }

  /** The state that all workers share. Without an answer nothing more leaves. */
  private async findReady({ chunk: { appId, channel }, message }: Work): Promise<ReadyState | null> {
    const find = async (): Promise<ReadyState | null> => {
      const state = await this.accounts.find(appId, channel);
      return state.kind === 'ready' && maySendBy(state, message.dispatch.options) ? state : null;
    };
    return this.orOnFault(find, null, 'failed to check the state of a provider account');
  }

  private async orOnFault<T, F>(work: () => Promise<T>, otherwise: F, text: string): Promise<T | F> {
    try {
      return await work();
    } catch (error) {
      reportFault(this.logger, text, error);
      return otherwise;
    }
  }

  /** Everything that a batch changes, but for the next one. */
  private toCommit(work: Work, { batch, attempts, isShared }: PlannedBatch): Omit<BatchCommit, NextPart> {
    const { chunk, message } = work;
    const whole: Classification = this.client.classifyBatch(null, chunk, message, [], [], batch.postponed);
    for (const [account, group] of groupBy(attempts, (attempt) => attempt.account)) {
      const recipients = group.map(({ recipient }) => recipient);
      const outcomes = group.map(({ outcome }) => outcome);
      const part = this.client.classifyBatch(account, chunk, message, recipients, outcomes);
      const accountId = isShared ? account?.accountId : undefined;
      const results = accountId === undefined ? part.results : part.results.map((result) => ({ ...result, accountId }));
      whole.results.push(...results);
      whole.retries.push(...part.retries);
      whole.unconfirmed.push(...part.unconfirmed);
      whole.deadTokens.push(...part.deadTokens);
      whole.acceptedTokens.push(...part.acceptedTokens);
    }
    return {
      ...whole,
      results: [...batch.unsendable, ...whole.results],
      ...findUntaken(chunk, attempts.filter(isLeaving)),
      inboxMessages: batch.inboxOnly,
      advance: batch.size,
      checkedAt: batch.checkedAt,
    };
  }
}

type NextPart = 'nextInboxMessages' | 'nextInFlight' | 'isLast';

/** Tests if the ids of a batch may be stored with the results of the one before: it waits for no rate limit and no
 * place under a cap, and has one account. */
function canMarkAtCommit({ attempts, isShared }: PlannedBatch): boolean {
  const needsPlaces = attempts.some(({ recipient }) => recipient.places !== undefined);
  return !isShared && !needsPlaces && attempts.length > 0 && attempts[0]?.account?.pace === undefined;
}

function recipientIds({ recipients }: Batch): number[] {
  return recipients.map(({ recipientId }) => recipientId);
}

function inboxMessages({ recipients }: Batch): NewInboxMessage[] {
  const messages: NewInboxMessage[] = [];
  recipients.forEach(({ inbox }) => inbox && messages.push(inbox));
  return messages;
}
