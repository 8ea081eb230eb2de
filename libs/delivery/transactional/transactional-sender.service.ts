import { Inject, Injectable } from '@nestjs/common';
import { AudienceService } from '#libs/audience';
import type { Account, Channel } from '#libs/channels';
import { Config } from '#platform/config';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AccountRateLimitService } from '../accounts/account-rate-limit.service.js';
import { ChunkLeaseService } from '../sending/chunk-lease.service.js';
import { cutChunks } from '../dispatches/cut-chunks.js';
import { HOLD_REASONS, type LeasedChunk } from '../model/delivery.types.js';
import { type PreparedMessage, MessageCacheService } from '../sending/message-cache.service.js';
import { CHANNEL_POLICIES, PROBE_SIZE } from '../model/channel-policy.js';
import { selectInboxMessages } from '../sending/inbox-copy.js';
import { RecipientSelectionService } from '../launching/recipient-selection.service.js';
import { LaunchService } from '../launching/launch.service.js';
import { AccountStateService } from '../accounts/account-state.service.js';
import { type Batch, BatchPreparationService } from '../sending/batch-preparation.service.js';
import { ProviderClientService } from '../sending/provider-client.service.js';
import { usesFastPath } from '../model/fast-path.js';
import { KeyedSemaphore } from './keyed-semaphore.js';
import {
  FIRST_EPOCH,
  type LaunchedChunk,
  type TransactionalLease,
  TransactionalRepository,
} from './transactional.repository.js';
import { type ChunkCommit, TransactionalCommitService } from './transactional-commit.service.js';

/** Recipients of one dispatch: one that turns out to have more is launched like a campaign. */
const MAX_RECIPIENTS = 100;
/** Groups of an application's channel that are under way at a time: one whose provider hangs holds up no other application. */
const MAX_CONCURRENT_GROUPS = 16;
/** Dispatches of one application that wait together. */
const MAX_GROUP_SIZE = 50;
/** What found no place in so much of its lease is left to the lane of its channel. */
const ADMISSION_LEASE_SHARE = 1 / 6;

/** A dispatch with whom it is for. */
interface PlannedDispatch {
  lease: TransactionalLease;
  message: PreparedMessage;
  chunks: LeasedChunk[];
}

/** Dispatches of one application whose recipients are reached by the same channels. */
interface DispatchGroup {
  channels: Channel[];
  dispatches: PlannedDispatch[];
}

/** A chunk that is sent to by whoever launches it. */
interface OwnedChunk {
  chunk: LeasedChunk;
  message: PreparedMessage;
  batch: Batch;
}

/** Chunks that leave together with one account. */
interface AccountBatch {
  account: Account;
  isProbe: boolean;
  chunks: OwnedChunk[];
}

/**
 * Small single sends, from the call to the result, several together: one statement launches them and states whom
 * they are about to leave for, one writes down what came of it. Between the two stands what stands between intent and
 * results of any chunk: a lease with an epoch. Whatever is not plain (an account at rest, a pace that has no room, a long
 * list) is left to the ordinary way, which takes every step by itself.
 */
@Injectable()
export class TransactionalSenderService {
  private readonly pending = new Set<Promise<void>>();
  private readonly semaphore = new KeyedSemaphore(MAX_CONCURRENT_GROUPS);
  /** Groups that wait for a place and may grow, by application and channels. */
  private readonly waitingGroups = new Map<string, DispatchGroup>();

  constructor(
    private readonly sends: TransactionalRepository,
    private readonly launches: LaunchService,
    private readonly audience: AudienceService,
    private readonly selection: RecipientSelectionService,
    private readonly messages: MessageCacheService,
    private readonly batches: BatchPreparationService,
    private readonly accounts: AccountStateService,
    private readonly rateLimit: AccountRateLimitService,
    private readonly providerClient: ProviderClientService,
    private readonly commits: TransactionalCommitService,
    private readonly leases: ChunkLeaseService,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes what of some dispatches nobody has begun, launches it and begins to send it. Resolves before it is sent: providers
   * and the turns of paced accounts are waited for apart, so that a slow one holds up no other.
   */
  async send(dispatchIds: readonly number[]): Promise<void> {
    const claimed = await this.sends.claim(dispatchIds, this.config.LEASE_MS);
    const since = performance.now();
    await Promise.all(groupByApplication(claimed).map((leases) => this.begin(leases, since)));
  }

  /** Resolves when all that was begun is settled or given up. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) {
      await Promise.all(this.pending);
    }
  }

  private async begin(leases: readonly TransactionalLease[], since: number): Promise<void> {
    let planned: PlannedDispatch[] = [];
    try {
      planned = await this.plan(leases.filter(usesFastPath));
    } catch (error) {
      this.logger.warn({ err: error, dispatches: leases.length }, 'single sends are launched one by one');
    }
    const small = planned.filter(({ chunks }) => recipientCount(chunks) <= MAX_RECIPIENTS);
    const smallLeases = new Set(small.map(({ lease }) => lease));
    await this.handBack(leases.filter((lease) => !smallLeases.has(lease)));
    await Promise.all(groupByChannels(small).map((group) => this.start(group, since)));
  }

  /** Resolves when a group waits for others: for its turn, or its provider. */
  private async start(group: DispatchGroup, since: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const run = this.admit(group, since, resolve)
        .catch((error: unknown) => this.logger.error({ err: error }, 'single sends failed'))
        .finally(() => {
          this.pending.delete(run);
          resolve();
        });
      this.pending.add(run);
    });
  }

  /** Sends a group once its accounts have room for it. What comes for a group that waits joins it. */
  private async admit(group: DispatchGroup, since: number, onWait: () => void): Promise<void> {
    const accounts = group.channels.map((channel) => `${group.dispatches[0]?.lease.appId}:${channel}`);
    const key = accounts.join();
    const openGroup = this.waitingGroups.get(key);
    if (openGroup && openGroup.dispatches.length + group.dispatches.length <= MAX_GROUP_SIZE) {
      openGroup.dispatches.push(...group.dispatches);
      return;
    }
    if (!this.semaphore.isAvailable(accounts)) {
      this.waitingGroups.set(key, group);
      onWait();
    }
    const releasePermit = await this.semaphore.acquire(accounts, this.config.LEASE_MS * ADMISSION_LEASE_SHARE);
    if (this.waitingGroups.get(key) === group) {
      this.waitingGroups.delete(key);
    }
    try {
      await (releasePermit ? this.run(group, since, onWait) : this.launch(group.dispatches, []));
    } finally {
      releasePermit?.();
    }
  }

  /** Gives launches back, to be taken up by the ordinary way at once. */
  private async handBack(leases: readonly TransactionalLease[]): Promise<void> {
    if (leases.length > 0) {
      await this.sends.release(leases);
    }
    for (const { dispatchId, lane, epoch } of leases) {
      await this.launches.enqueueLaunch(dispatchId, lane, `left-${epoch}`);
    }
  }

  /** Those whose target means nothing any more are left out. */
  private async plan(leases: readonly TransactionalLease[]): Promise<PlannedDispatch[]> {
    const [first] = leases;
    const requests = [];
    for (const lease of leases) {
      try {
        requests.push({ lease, target: await this.audience.resolve(lease.appId, lease.target) });
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'invalid') {
          throw error;
        }
      }
    }
    const groups = first ? await this.selection.selectRecipientsOfEach(first.appId, requests) : [];
    const planned: PlannedDispatch[] = [];
    for (const [index, { lease }] of requests.entries()) {
      const chunks = await this.launches.assignChunkIds(cutChunks(groups[index] ?? []));
      const message = await this.messages.prepareMessage(lease);
      planned.push({ lease, message, chunks: chunks.map((cut) => newLeasedChunk(lease, cut)) });
    }
    return planned;
  }

  /** @param onWait  is called when the group begins to wait for others */
  private async run(
    { dispatches: planned, channels }: DispatchGroup,
    since: number,
    onWait: () => void,
  ): Promise<void> {
    let accountBatches: AccountBatch[];
    try {
      accountBatches = await this.prepareBatches(planned, channels, { since, waits: onWait });
    } catch (error) {
      this.logger.warn({ err: error, dispatches: planned.length }, 'single sends are launched one by one');
      await this.handBack(planned.map(({ lease }) => lease));
      return;
    }
    const ownedChunks = accountBatches.flatMap((load) => load.chunks);
    const launched = await this.launch(planned, ownedChunks);
    const leased = ownedChunks.map(({ chunk }) => chunk).filter(({ dispatchId }) => launched.has(dispatchId));
    onWait();
    await this.leases.keepLeases(leased, async () => {
      const sent = await Promise.allSettled(accountBatches.map((load) => this.sendBatch(load, launched)));
      // What one channel has sent is written down, whatever became of another.
      await this.commits.commitAll(sent.flatMap((load) => (load.status === 'fulfilled' ? load.value : [])));
      const failed = sent.find((load) => load.status === 'rejected');
      if (failed) {
        throw failed.reason;
      }
    });
    if (channels.length === 0) {
      await this.commits.finish([...launched]);
    }
  }

  /** What may leave now, by channel, each with its turn taken. */
  private async prepareBatches(
    planned: readonly PlannedDispatch[],
    channels: readonly Channel[],
    turn: { since: number; waits(): void },
  ): Promise<AccountBatch[]> {
    const all = planned.flatMap(({ chunks, message }) => chunks.map((chunk) => ({ chunk, message })));
    const accountBatches: AccountBatch[] = [];
    for (const channel of channels) {
      const channelChunks = all.filter(({ chunk }) => chunk.channel === channel);
      const accountBatch = await this.prepareBatch(channelChunks, { ...turn, mayWait: channels.length === 1 });
      if (accountBatch) {
        accountBatches.push(accountBatch);
      }
    }
    return accountBatches;
  }

  /** @param how.mayWait  no channel waits for the turn of another */
  private async prepareBatch(
    candidates: readonly Omit<OwnedChunk, 'batch'>[],
    { since, waits, mayWait }: { since: number; waits(): void; mayWait: boolean },
  ): Promise<AccountBatch | undefined> {
    const [first] = candidates;
    const state = first && (await this.accounts.find(first.chunk.appId, first.chunk.channel));
    if (!first || state?.kind !== 'ready' || (state.account.pace && !mayWait)) {
      return undefined;
    }
    const { account, isProbe } = state;
    const maxSize = isProbe
      ? PROBE_SIZE
      : await this.rateLimit.batchSize(account, CHANNEL_POLICIES[first.chunk.channel].batchSize);
    const fitting = candidates.filter(
      (_, index) => recipientCount(candidates.slice(0, index + 1).map(({ chunk }) => chunk)) <= maxSize,
    );
    const batches = await this.batches.prepareChunks(fitting);
    const prepared = fitting.flatMap((candidate, index) => {
      const batch = batches[index];
      return batch ? [{ ...candidate, batch }] : [];
    });
    const size = prepared.reduce((sum, { batch }) => sum + batch.recipients.length, 0);
    const isAcquired = size === 0 || (await this.acquirePermit(account, size, { since, waits }));
    return isAcquired ? { account, isProbe, chunks: prepared } : undefined;
  }

  /** Waits no longer than the lease of the launches surely holds. */
  private async acquirePermit(
    account: Account,
    size: number,
    { since, waits }: { since: number; waits(): void },
  ): Promise<boolean> {
    if (!account.pace) {
      return true;
    }
    const turn = { lane: 'single', size, waits } as const;
    return this.rateLimit.acquire(
      account,
      account.pace,
      turn,
      async () =>
        performance.now() - since < this.config.LEASE_MS / 3 &&
        (await this.accounts.find(account.appId, account.channel)).kind === 'ready',
    );
  }

  /**
   * Ends the launches, with all their chunks, and states whom we are about to send to.
   *
   * @returns the dispatches that are launched: of the others somebody else took the lease, or paused them
   */
  private async launch(planned: readonly PlannedDispatch[], ownedChunks: readonly OwnedChunk[]): Promise<Set<number>> {
    if (planned.length === 0) {
      return new Set();
    }
    const inFlightIds = new Map(
      ownedChunks.map(({ chunk, batch }) => [chunk, batch.recipients.map(({ recipientId }) => recipientId)]),
    );
    const stored = planned.flatMap(({ chunks }) =>
      chunks.map((chunk): LaunchedChunk => ({ chunk, inFlight: inFlightIds.get(chunk) ?? null })),
    );
    const launched = await this.sends.storeLaunches(
      planned.map(({ lease, chunks }) => ({ lease, planned: recipientCount(chunks) })),
      stored,
      this.config.LEASE_MS,
    );
    const unsent = stored.filter(({ chunk, inFlight: intent }) => intent === null && launched.has(chunk.dispatchId));
    await this.launches.enqueueOpenChunks(
      unsent.map(({ chunk }) => ({ ...chunk, lane: 'single', abandoned: false })),
      'first',
    );
    return launched;
  }

  private async sendBatch(
    { account, isProbe, chunks }: AccountBatch,
    launched: ReadonlySet<number>,
  ): Promise<ChunkCommit[]> {
    const launchedChunks = chunks.filter(({ chunk }) => launched.has(chunk.dispatchId));
    const items = launchedChunks.flatMap(({ batch }) => batch.recipients);
    const report = await this.providerClient.sendBatch(account, items, 'single');
    if (items.length > 0) {
      await this.accounts.recordReport(account, report, isProbe).catch((error: unknown) => {
        this.logger.warn({ err: error, channel: account.channel }, 'the state of an account is not known');
      });
    }
    let next = 0;
    return launchedChunks.map(({ chunk, message, batch }) => {
      const outcomes = report.outcomes.slice(next, (next += batch.recipients.length));
      const classification = this.providerClient.classifyBatch(chunk, message, batch.recipients, outcomes);
      const commit = {
        ...classification,
        results: [...batch.unsendable, ...classification.results],
        inboxMessages: selectInboxMessages(batch.recipients, classification.results),
        advance: batch.size,
        nextInFlight: null,
        isLast: true,
      };
      return { chunk, message, commit };
    });
  }
}

function newLeasedChunk(
  { appId, dispatchId }: TransactionalLease,
  { vb, channel, chunkId, ids }: { vb: number; channel: LeasedChunk['channel']; chunkId: number; ids: number[] },
): LeasedChunk {
  return {
    vb,
    appId,
    dispatchId,
    chunkId,
    channel,
    attempt: 0,
    expiresAt: null,
    done: 0,
    remaining: ids,
    counts: { sent: [], failed: [], skipped: [] },
    epoch: FIRST_EPOCH,
    holdReason: HOLD_REASONS.none,
    inFlight: null,
  };
}

function recipientCount(chunks: readonly LeasedChunk[]): number {
  return chunks.reduce((sum, { remaining }) => sum + remaining.length, 0);
}

function groupByApplication(leases: readonly TransactionalLease[]): TransactionalLease[][] {
  const apps = new Set(leases.map(({ appId }) => appId));
  return [...apps].map((appId) => leases.filter((lease) => lease.appId === appId));
}

function groupByChannels(planned: readonly PlannedDispatch[]): DispatchGroup[] {
  const groups = new Map<string, DispatchGroup>();
  for (const dispatch of planned) {
    const channels = [...new Set(dispatch.chunks.map(({ channel }) => channel))].toSorted();
    const group = groups.get(channels.join()) ?? { channels, dispatches: [] };
    group.dispatches.push(dispatch);
    groups.set(channels.join(), group);
  }
  return [...groups.values()];
}
