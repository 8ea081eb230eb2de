import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { inTraceOf } from '#platform/tracing';
import { ChunkRepository, type NewChunk } from '../dispatches/chunk.repository.js';
import { cutChunks } from '../dispatches/chunk.js';
import { DeliveryQueueService } from '../dispatches/delivery-queue.service.js';
import { LaunchRepository, type LaunchLease } from '../dispatches/launch.repository.js';
import { HOLD_REASONS } from '../model/delivery.types.js';
import { mergeLeftOut, type LeftOutGroup } from '../left-out/left-out.types.js';
import { disposeSamples } from '../selection/apply-samples.js';
import { FrozenInstallations } from './frozen-installations.js';
import type { LateSharers } from '../selection/late-sharers.js';
import { LaunchContentService } from './launch-content.service.js';
import { LaunchGuardService } from './launch-guard.service.js';
import { LeftOutSelectionService } from './left-out-selection.service.js';
import type { BucketRange } from '../selection/bucket-range.js';
import { findNext, withoutElsewhere, type NextOfRange } from './next-of-range.js';
import { RecipientSelectionService, UnresolvableTargetError } from './recipient-selection.service.js';
import type { Samples } from '../selection/sample.repository.js';

/** Recipients that a launch chose before its first range, those it has frozen, and those that come to share an address. */
interface Choice {
  samples: Samples;
  frozen: FrozenInstallations;
  sharers: LateSharers | undefined;
}

/** Freezes the audiences of dispatches and cuts them into chunks. */
@Injectable()
export class LaunchService {
  constructor(
    private readonly db: Database,
    private readonly launches: LaunchRepository,
    private readonly chunks: ChunkRepository,
    private readonly selection: RecipientSelectionService,
    private readonly leftOut: LeftOutSelectionService,
    private readonly content: LaunchContentService,
    private readonly deliveryQueue: DeliveryQueueService,
    private readonly guard: LaunchGuardService,
  ) {}

  /** Launches a dispatch that is due, and before it those of its application that are more urgent. */
  async launch(dispatchId: number): Promise<void> {
    for (const urgentId of await this.launches.findMoreUrgent(dispatchId)) {
      await this.launchOne(urgentId);
    }
    await this.launchOne(dispatchId);
  }

  /**
   * Launches a dispatch that is due, range by range. One short transaction freezes a range and moves the cursor. After a
   * crash the launch continues at the cursor, so that it freezes every recipient exactly once.
   */
  private async launchOne(dispatchId: number): Promise<void> {
    const lease = await this.launches.claimLaunch(dispatchId);
    if (!lease || (await this.guard.isTooLate(lease))) {
      return;
    }
    const { appId, options } = lease;
    const attributes = { 'herald.application_id': appId, 'herald.dispatch_id': dispatchId };
    await inTraceOf([options.trace], { name: 'launch dispatch', kind: 'consumer', attributes }, () => {
      return this.launchLeased(lease);
    });
  }

  private async launchLeased(lease: LaunchLease): Promise<void> {
    try {
      const runWaitMs = await this.selection.findLaunchWait(lease);
      if ((await this.guard.mustWait(lease, runWaitMs)) || (await this.guard.isOutgrown(lease))) {
        return;
      }
      const ready = await this.content.prepare(lease);
      if (ready && (await this.freezeAudience(ready))) {
        await this.guard.finishEmpty(ready);
      }
    } catch (error) {
      if (!(error instanceof UnresolvableTargetError)) {
        throw error;
      }
      await this.guard.stopUnresolvable(lease, error);
    }
  }

  /** @returns false when another worker has taken the launch */
  private async freezeAudience(lease: LaunchLease): Promise<boolean> {
    const ranges = await this.selection.listRanges(lease);
    const renewLease = () => this.launches.renewLaunch(lease);
    const sharers = await this.selection.followSharers(lease, ranges);
    const isContinued = lease.vbNext > 0 || (sharers !== undefined && (await this.selection.hasChosen(lease)));
    const samples = await this.selection.findOrDrawSamples(lease, ranges, renewLease);
    if (!samples) {
      return false;
    }
    const frozen = new FrozenInstallations();
    try {
      if (isContinued) {
        const chunks = await this.chunks.findFrozenChunks(lease.appId, lease.dispatchId);
        frozen.add(chunks);
        await sharers?.resume(chunks);
      }
      for (const range of ranges.filter(({ vbTo }) => vbTo > lease.vbNext)) {
        const remainingRange = { ...range, vbFrom: Math.max(range.vbFrom, lease.vbNext) };
        if (!(await this.freezeRange(lease, remainingRange, { samples, frozen, sharers }))) {
          return false;
        }
      }
    } finally {
      frozen.dispose();
      sharers?.dispose();
      disposeSamples(samples);
    }
    return true;
  }

  /** @returns false when another worker has taken the launch */
  private async freezeRange(
    lease: LaunchLease,
    range: BucketRange,
    { samples, frozen, sharers }: Choice,
  ): Promise<boolean> {
    const target = await this.selection.resolveTarget(lease);
    const selected = await this.selection.selectRecipients(lease, target, range, samples);
    const { groups, standingBack } = (await sharers?.settle(selected.groups)) ?? { ...selected, standingBack: [] };
    const unreachable = withoutElsewhere(await this.leftOut.findOfRange(lease, target, range), samples);
    const leftOut = mergeLeftOut([...unreachable, ...selected.notChosen, ...standingBack]);
    if (!(await this.content.storeInboxOnly(lease, leftOut, () => this.launches.renewLaunch(lease)))) {
      return false;
    }
    // Ids are taken before the transaction: to wait for them inside would hold a connection.
    const frozenGroups = frozen.freeze(groups);
    const chunks = await this.chunks.assignIds(cutChunks(frozenGroups));
    const others = findNext(lease, frozenGroups, leftOut, samples);
    const sendable = await this.storeRange(lease, chunks, range, { leftOut, others });
    const { appId, dispatchId, lane } = lease;
    await this.deliveryQueue.enqueueOpenChunks(
      (sendable ?? []).map(({ vb, chunkId, channel }) => {
        return { vb, appId, dispatchId, chunkId, lane, channel };
      }),
      'first',
    );
    return sendable !== undefined;
  }

  /** @returns the chunks that may be sent now; undefined when another worker has taken the launch */
  private async storeRange(
    lease: LaunchLease,
    chunks: readonly Omit<NewChunk, 'attempt' | 'expiresAt' | 'holdReason' | 'isReplaced'>[],
    { vbFrom, vbTo: vbNext }: BucketRange,
    { leftOut, others }: { leftOut: readonly LeftOutGroup[]; others: NextOfRange | undefined },
  ): Promise<NewChunk[] | undefined> {
    const { dispatchId } = lease;
    const markReplaced = await this.guard.prepareMark(lease, chunks);
    return this.db.tx(async (tx) => {
      await markReplaced?.(tx);
      const isLast = vbNext >= BUCKETS;
      const planned = chunks.reduce((total, { ids }) => total + ids.length, 0);
      const flags = await this.launches.advanceLaunch(tx, lease, { vbNext, planned, isLast });
      if (!flags) {
        return undefined;
      }
      if (isLast) {
        tx.afterCommit(async () => this.guard.logStart(lease, flags.planned));
      }
      const holdReason = flags.isPaused ? HOLD_REASONS.paused : HOLD_REASONS.none;
      const newChunks = chunks.map((chunk) => ({
        ...chunk,
        attempt: 0,
        expiresAt: null,
        isReplaced: flags.isReplaced,
        holdReason: flags.isPaced || chunk.dueAt ? HOLD_REASONS.waiting : holdReason,
      }));
      await this.chunks.insertChunks(tx, lease.appId, dispatchId, newChunks);
      await this.leftOut.store(tx, [{ dispatchId, vbFrom, vbTo: vbNext, groups: leftOut }]);
      if (others && lease.leadId) {
        await this.leftOut.storeNext(tx, { appId: lease.appId, leadId: lease.leadId }, others);
      }
      return newChunks.filter((chunk) => chunk.holdReason === HOLD_REASONS.none);
    });
  }
}
