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
   * @throws AppError unavailable when `until` has ended
   */
  async selectAll(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
    take: (groups: RecipientGroup[]) => Promise<void>,
  ): Promise<void> {
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    const samples = lease.options.limits
      ? await this.recipientSelection.drawSamples(lease, target, ranges, () => checkTime(until))
      : null;
    try {
      for (const [done, range] of ranges.entries()) {
        await checkTime(until);
        onShare?.(done / ranges.length);
        await take(await this.selectRange(lease, target, range, samples));
      }
    } finally {
      disposeSamples(samples ?? new Map<number, never>());
    }
  }

  /** Users who match and are no recipients, by channel and reason. @throws AppError as `selectAll` */
  async countLeftOut(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
  ): Promise<LeftOutCount[]> {
    const counts = new Map<string, LeftOutCount>();
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    for (const [done, range] of ranges.entries()) {
      await checkTime(until);
      onShare?.(done / ranges.length);
      for (const { kind, reason, uids } of await this.leftOut.findOfRange(lease, target, range)) {
        const key = `${kind} ${reason}`;
        counts.set(key, { kind, reason, users: (counts.get(key)?.users ?? 0) + uids.length });
      }
    }
    return [...counts.values()].filter(({ users }) => users > 0);
  }

  private async selectRange(
    lease: LaunchLease,
    target: ResolvedTarget,
    range: BucketRange,
    samples: Parameters<RecipientSelectionService['selectRecipients']>[3] | null,
  ): Promise<RecipientGroup[]> {
    const drawn = samples ?? new Map<number, never>();
    return (await this.recipientSelection.selectRecipients(lease, target, range, drawn)).groups;
  }
}

function checkTime(until: AbortSignal | undefined): Promise<true> {
  if (until?.aborted === true) {
    throw new AppError('unavailable', 'Counting everybody took too long. Nothing was sent; try again, or with fewer');
  }
  return Promise.resolve(true);
}
