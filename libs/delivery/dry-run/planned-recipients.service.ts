import { Injectable } from '@nestjs/common';
import { AudienceService, type ResolvedTarget } from '#libs/audience';
import type { Channel } from '#libs/channels';
import { AppError } from '#platform/errors';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { RecipientGroup } from '../dispatches/chunk.js';
import { LeftOutSelectionService } from '../launching/left-out-selection.service.js';
import { disposeSamples } from '../launching/apply-samples.js';
import { countStandingBack } from '../launching/sample.repository.js';
import { RecipientSelectionService } from '../launching/recipient-selection.service.js';
import { SameAddressService } from '../launching/same-address.service.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import type { LeftOutCount } from './dry-run.types.js';

const NOBODY = new Map<number, never>();

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
    private readonly sameAddress: SameAddressService,
  ) {}

  /** Calls `SameAddressService.findChannelsAside`. */
  async findChannelsAside(lease: LaunchLease, uid: number): Promise<ReadonlySet<Channel>> {
    const target = await this.audience.resolve(lease.appId, lease.target);
    return this.sameAddress.findChannelsAside(lease, target, uid);
  }

  /**
   * Hands over the recipients range by range.
   *
   * @returns users that a launch would not choose, by channel and reason; how many of them stand back for another one
   * @throws AppError unavailable when `until` has ended
   */
  async selectAll(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
    take: (groups: RecipientGroup[]) => Promise<void>,
  ): Promise<{ notChosen: LeftOutCount[]; standingBack: number }> {
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    const samples = await this.recipientSelection.drawSamples(lease, target, ranges, () => checkTime(until));
    const standingBack = countStandingBack(samples ?? NOBODY);
    const notChosen = new LeftOutSums();
    try {
      for (const [done, range] of ranges.entries()) {
        await checkTime(until);
        onShare?.(done / ranges.length);
        const selected = await this.recipientSelection.selectRecipients(lease, target, range, samples ?? NOBODY);
        selected.notChosen.forEach((group) => notChosen.add(group));
        await take(selected.groups);
      }
    } finally {
      disposeSamples(samples ?? NOBODY);
    }
    return { notChosen: notChosen.list(), standingBack };
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
