import { Injectable } from '@nestjs/common';
import { AudienceService, type ResolvedTarget } from '#libs/audience';
import { AppError } from '#platform/errors';
import type { LaunchLease } from '../dispatches/dispatch.repository.js';
import type { RecipientGroup } from '../dispatches/chunk.js';
import { LeftOutSelectionService } from '../launching/left-out-selection.service.js';
import {
  disposeSamples,
  RecipientSelectionService,
  type BucketRange,
} from '../launching/recipient-selection.service.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import type { LeftOutCount } from './dry-run.types.js';

/**
 * @property until    when it has ended, no range of buckets is begun any more
 * @property onShare  is told which share of the ranges is done, 0 to 1
 */
export interface PlanBounds {
  until?: AbortSignal | undefined;
  onShare?: ((share: number) => void) | undefined;
}

/** Selects recipients as a launch does, without storing them. */
@Injectable()
export class PlannedRecipientsService {
  constructor(
    private readonly audience: AudienceService,
    private readonly recipientSelection: RecipientSelectionService,
    private readonly leftOut: LeftOutSelectionService,
  ) {}

  /**
   * Hands over the recipients range by range.
   *
   * @returns users beyond the limits, by channel
   * @throws AppError unavailable when `until` has ended
   */
  async selectAll(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
    take: (groups: RecipientGroup[]) => Promise<void>,
  ): Promise<LeftOutCount[]> {
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    const samples = lease.options.limits
      ? await this.recipientSelection.drawSamples(lease, target, ranges, () => checkTime(until))
      : null;
    const beyond = new LeftOutSums();
    try {
      for (const [done, range] of ranges.entries()) {
        await checkTime(until);
        onShare?.(done / ranges.length);
        const { groups, beyondLimit } = await this.selectRange(lease, target, range, samples);
        beyondLimit.forEach((group) => beyond.add(group));
        await take(groups);
      }
    } finally {
      disposeSamples(samples ?? new Map<number, never>());
    }
    return beyond.list();
  }

  /** Users who match and are no recipients, by channel and reason. @throws AppError as `selectAll` */
  async countLeftOut(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
  ): Promise<LeftOutCount[]> {
    const sums = new LeftOutSums();
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    for (const [done, range] of ranges.entries()) {
      await checkTime(until);
      onShare?.(done / ranges.length);
      (await this.leftOut.findOfRange(lease, target, range)).forEach((group) => sums.add(group));
    }
    return sums.list();
  }

  private async selectRange(
    lease: LaunchLease,
    target: ResolvedTarget,
    range: BucketRange,
    samples: Parameters<RecipientSelectionService['selectRecipients']>[3] | null,
  ): ReturnType<RecipientSelectionService['selectRecipients']> {
    return this.recipientSelection.selectRecipients(lease, target, range, samples ?? new Map<number, never>());
  }
}

/** Adds up who is left out, by channel and reason. */
class LeftOutSums {
  private readonly counts = new Map<string, LeftOutCount>();

  add({ kind, reason, uids }: LeftOutGroup): void {
    const key = `${kind} ${reason}`;
    this.counts.set(key, { kind, reason, users: (this.counts.get(key)?.users ?? 0) + uids.length });
  }

  list(): LeftOutCount[] {
    return [...this.counts.values()].filter(({ users }) => users > 0);
  }
}

function checkTime(until: AbortSignal | undefined): Promise<true> {
  if (until?.aborted === true) {
    throw new AppError('unavailable', 'Counting everybody took too long. Nothing was sent; try again, or with fewer');
  }
  return Promise.resolve(true);
}
