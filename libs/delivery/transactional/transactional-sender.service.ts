import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { KeyedSemaphore, resolveInTime } from '#platform/async';
import { groupBy } from '#platform/collections';
import { type Logger, reportFault } from '#platform/runtime';
import { inTraceOf } from '#platform/tracing';
import { usesFastPath } from '../model/fast-path.js';
import { ChunkLeaseService } from '../sending/chunk-lease.service.js';
import { RecipientOrder, splitFirst } from './recipient-order.js';
import { TransactionalBatchService } from './transactional-batch.service.js';
import { TransactionalCommitService } from './transactional-commit.service.js';
import { TransactionalLaunchService } from './transactional-launch.service.js';
import { TransactionalPlannerService } from './transactional-planner.service.js';
import { type TransactionalLease, TransactionalRepository } from './transactional.repository.js';
import { type AccountBatch, countRecipients, type DispatchGroup, type PlannedDispatch } from './transactional.types.js';

/** Recipients of one dispatch. A dispatch with more is launched like a campaign. */
const MAX_RECIPIENTS = 100;
/** Groups of one application and channel that are sent at a time. So a provider that hangs delays no other application. */
const MAX_CONCURRENT_GROUPS = 16;
/** Dispatches that wait together. */
const MAX_GROUP_SIZE = 50;
/** Share of a lease that a group waits for its turn. After it the chunks get jobs of their own. */
const ADMISSION_LEASE_SHARE = 1 / 6;

/**
 * Sends small transactional dispatches, several together: one statement launches them and marks their recipients in flight,
 * another commits the results. The lease with an epoch protects them in between, like any chunk. Exceptions (an open circuit
 * breaker, an exhausted rate limit, a long list) get jobs of their own, which take every step by itself.
 */
@Injectable()
export class TransactionalSenderService {
  /** Runs of started groups. They never reject. */
  private readonly running = new Map<DispatchGroup, Promise<void>>();
  private readonly order = new RecipientOrder();
  private readonly semaphore = new KeyedSemaphore();
  /** Groups that wait for the semaphore and may still grow, by application and channels. */
  private readonly waitingGroups = new Map<string, DispatchGroup>();

  constructor(
    private readonly sends: TransactionalRepository,
    private readonly planner: TransactionalPlannerService,
    private readonly launches: TransactionalLaunchService,
    private readonly batches: TransactionalBatchService,
    private readonly commits: TransactionalCommitService,
    private readonly leases: ChunkLeaseService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Claims dispatches and starts to send them. Resolves before they are sent: the wait for a slow provider or a rate limit must
   * not delay other dispatches.
   */
  async send(dispatchIds: readonly number[]): Promise<void> {
    const claimed = (await this.sends.claim(dispatchIds, this.leases.lastsMs)).toSorted(byAcceptance);
    const claimedAt = performance.now();
    const groups = groupBy(claimed, ({ appId }) => appId);
    await Promise.all([...groups.values()].map((leases) => this.startApplication(leases, claimedAt)));
  }

  /** Resolves when every started group is committed or given up. */
  async waitUntilIdle(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all(this.running.values());
    }
  }

  private async startApplication(leases: readonly TransactionalLease[], claimedAt: number): Promise<void> {
    let planned: PlannedDispatch[] = [];
    try {
      planned = await this.planner.plan(leases.filter((lease) => usesFastPath(lease) && !lease.isReplaced));
    } catch (error) {
      reportFault(this.logger, 'transactional sends are launched one by one', error, { dispatches: leases.length });
    }
    const small = planned.filter(({ chunks }) => countRecipients(chunks) <= MAX_RECIPIENTS);
    const smallLeases = new Set(small.map(({ lease }) => lease));
    await this.launches.giveBack(leases.filter((lease) => !smallLeases.has(lease)));
    await Promise.all(groupByChannels(small).map((group) => this.startInOrder(group, claimedAt)));
  }

  /** Messages to recipients who have another one under way leave after it; no other message waits for them. */
  private async startInOrder({ channels, dispatches }: DispatchGroup, claimedAt: number): Promise<void> {
    const starts: Promise<void>[] = [];
    for (let [first, others] = splitFirst(dispatches); first.length > 0; [first, others] = splitFirst(others)) {
      const later = first.filter(({ chunks }) => this.order.findEarlier(chunks).length > 0);
      const atOnce = first.filter((dispatch) => !later.includes(dispatch));
      const earlier = this.order.findEarlier(later.flatMap(({ chunks }) => chunks));
      if (atOnce.length > 0) {
        starts.push(this.startGroup({ channels, dispatches: atOnce }, claimedAt));
      }
      if (later.length > 0) {
        starts.push(this.startGroup({ channels, dispatches: later }, claimedAt, earlier));
      }
    }
    await Promise.all(starts);
  }

  /** Resolves when the group is done, or begins to wait for others, the semaphore, a rate limit or its provider. */
  private async startGroup(
    group: DispatchGroup,
    claimedAt: number,
    earlier: readonly Promise<void>[] = [],
  ): Promise<void> {
    await new Promise<void>((resolve) => {
      const run = this.awaitEarlier(earlier, resolve)
        .then(() => this.admit(group, claimedAt, resolve))
        .catch((error: unknown) => reportFault(this.logger, 'transactional sends failed', error, { level: 'error' }))
        .finally(() => {
          this.running.delete(group);
          resolve();
        });
      this.running.set(group, run);
      this.order.add(
        group.dispatches.flatMap(({ chunks }) => chunks),
        run,
      );
    });
  }

  /** A slow provider holds later messages up no longer than a turn: they then leave beside the earlier ones. */
  private async awaitEarlier(earlier: readonly Promise<void>[], onWait: () => void): Promise<void> {
    if (earlier.length > 0) {
      onWait();
      await resolveInTime(this.leases.lastsMs * ADMISSION_LEASE_SHARE, () => Promise.all(earlier));
    }
  }

  /** Sends a group when the semaphore admits it. A group that comes while an equal one waits joins that one. */
  private async admit(group: DispatchGroup, claimedAt: number, onWait: () => void): Promise<void> {
    const permits = group.channels.map((channel) => {
      return { key: `${group.dispatches[0]?.lease.appId}:${channel}`, limit: MAX_CONCURRENT_GROUPS };
    });
    const groupKey = permits.map(({ key }) => key).join();
    const waitingGroup = this.waitingGroups.get(groupKey);
    if (waitingGroup && waitingGroup.dispatches.length + group.dispatches.length <= MAX_GROUP_SIZE) {
      waitingGroup.dispatches.push(...group.dispatches);
      onWait();
      // Its messages are under way as long as that group, and later ones to their recipients leave afterwards.
      await this.running.get(waitingGroup);
      return;
    }
    if (!this.semaphore.isFree(permits)) {
      this.waitingGroups.set(groupKey, group);
      onWait();
    }
    const isAdmitted = await this.semaphore.acquire(permits, {
      timeoutMs: this.leases.lastsMs * ADMISSION_LEASE_SHARE,
    });
    if (this.waitingGroups.get(groupKey) === group) {
      this.waitingGroups.delete(groupKey);
    }
    if (!isAdmitted) {
      await this.launches.launch(group.dispatches, []);
      return;
    }
    try {
      const traces = group.dispatches.map(({ lease }) => lease.options.trace);
      const attributes = { 'herald.dispatches': group.dispatches.length };
      await inTraceOf(traces, { name: 'send transactional', kind: 'consumer', attributes }, () => {
        return this.sendGroup(group, claimedAt, onWait);
      });
    } finally {
      this.semaphore.release(permits);
    }
  }

  private async sendGroup(group: DispatchGroup, claimedAt: number, onWait: () => void): Promise<void> {
    let batches: AccountBatch[];
    try {
      batches = await this.batches.prepareBatches(group, { claimedAt, onWait });
    } catch (error) {
      reportFault(this.logger, 'transactional sends are launched one by one', error, {
        dispatches: group.dispatches.length,
      });
      await this.launches.giveBack(group.dispatches.map(({ lease }) => lease));
      return;
    }
    const prepared = batches.flatMap(({ chunks }) => chunks);
    const launched = await this.launches.launch(group.dispatches, prepared);
    const leased = prepared.map(({ chunk }) => chunk).filter(({ dispatchId }) => launched.has(dispatchId));
    onWait();
    await this.leases.keepLeases(leased, async () => {
      const sent = await Promise.allSettled(batches.map((batch) => this.batches.sendBatch(batch, launched)));
      // The results of one channel are committed even when another channel failed.
      await this.commits.commitAll(sent.flatMap((batch) => (batch.status === 'fulfilled' ? batch.value : [])));
      const failed = sent.find((batch) => batch.status === 'rejected');
      if (failed) {
        throw failed.reason;
      }
    });
    if (group.channels.length === 0) {
      await this.commits.finish([...launched]);
    }
  }
}

/** Messages of one group leave in the order in which they were accepted. */
function byAcceptance(a: TransactionalLease, b: TransactionalLease): number {
  return a.acceptedAt - b.acceptedAt || a.dispatchId - b.dispatchId;
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
