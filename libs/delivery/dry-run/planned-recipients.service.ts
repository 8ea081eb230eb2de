import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import type { ResolvedTarget } from '#libs/audience';
import { AudienceService } from '#libs/audience/recipients';
import type { Channel } from '#libs/channels/definitions';
import { AppError } from '#platform/errors';
import { bucketOfId } from '#platform/ids';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { RecipientGroup } from '../dispatches/chunk.js';
import { LeftOutSelectionService } from '../launching/left-out-selection.service.js';
import { disposeSamples } from '../selection/apply-samples.js';
import { CampaignChoiceService } from '../selection/campaign-choice.service.js';
import { CHOSEN, countStandingBack, ELSEWHERE, type Samples } from '../selection/sample.repository.js';
import { withoutElsewhere } from '../launching/next-of-range.js';
import { HoldoutService } from '../selection/holdout.service.js';
import { RecipientSelectionService } from '../launching/recipient-selection.service.js';
import { RecentRecipientsService } from '#libs/delivery/recurring';
import { SameAddressService } from '../selection/same-address.service.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import type { LeftOutCount } from './dry-run.types.js';

const NOBODY = new Map<number, never>();

/**
 * @property until    when it has ended, no range of buckets is begun any more
 * @property onShare  gets the share of the ranges that is done, 0 to 1
 */
export interface PlanBounds {
  until?: AbortSignal | undefined;
  onShare?: ((share: number) => void) | undefined;
}

/** Selects those recipients of a range who also match a narrower target. */
export type SelectAmong = (narrow: ResolvedTarget) => Promise<readonly RecipientGroup[]>;

/** Selects recipients as a launch does, without storing them. */
@Injectable()
export class PlannedRecipientsService {
  constructor(
    private readonly audience: AudienceService,
    private readonly recipientSelection: RecipientSelectionService,
    private readonly leftOut: LeftOutSelectionService,
    private readonly sameAddress: SameAddressService,
    private readonly choice: CampaignChoiceService,
    private readonly recent: RecentRecipientsService,
    private readonly holdouts: HoldoutService,
  ) {}

  /** Calls `SameAddressService.findChannelsAside`. */
  async findChannelsAside(lease: LaunchLease, uid: number): Promise<ReadonlySet<Channel>> {
    const target = await this.audience.resolve(lease.appId, lease.target);
    return this.sameAddress.findChannelsAside(lease, target, uid);
  }

  /** Calls `RecentRecipientsService.isRecent`. */
  async isRecent(lease: LaunchLease, uid: number): Promise<boolean> {
    return this.recent.isRecent(lease, uid);
  }

  /** Tests if a user is held out of a dispatch on a platform. */
  async isHeldOut(lease: LaunchLease, platform: number, uid: number): Promise<boolean> {
    const group = { vb: bucketOfId(uid), platform, ids: [uid] };
    const [open] = await this.holdouts.takeOut(lease, [group]);
    return open?.heldOut.includes(uid) ?? false;
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
    take: (groups: RecipientGroup[], selectAmong: SelectAmong) => Promise<void>,
    chosen?: Samples,
  ): Promise<{ notChosen: LeftOutCount[]; standingBack: number }> {
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    const samples =
      chosen ?? (await this.recipientSelection.drawSamples(lease, target, ranges, () => checkTime(until)));
    const standingBack = countStandingBack(samples ?? NOBODY);
    const notChosen = new LeftOutSums();
    try {
      for (const [done, range] of ranges.entries()) {
        await checkTime(until);
        onShare?.(done / ranges.length);
        const selected = await this.recipientSelection.selectRecipients(lease, target, range, samples ?? NOBODY);
        selected.notChosen.forEach((group) => notChosen.add(group));
        await take(selected.groups, async (narrow) => {
          return (await this.recipientSelection.selectRecipients(lease, narrow, range, samples ?? NOBODY)).groups;
        });
      }
    } finally {
      disposeSamples(chosen ? NOBODY : (samples ?? NOBODY));
    }
    return { notChosen: notChosen.list(), standingBack };
  }

  /**
   * Chooses the contents of a campaign as its launch does. The caller disposes of the samples.
   *
   * @returns the samples of each content; users that at least one content reaches
   */
  async chooseContents(
    leases: readonly LaunchLease[],
    target: ResolvedTarget,
    { until }: PlanBounds,
  ): Promise<{ samples: Samples[]; reached: number }> {
    const appId = leases[0]?.appId ?? Number.NaN;
    const ranges = await this.audience.listRangesFor(appId, target);
    const chosen = (await this.choice.choose(leases, target, ranges, () => checkTime(until))) ?? [];
    const users = chosen.map((samples) => samples.get(CHOSEN) ?? new RoaringBitmap32());
    const all = RoaringBitmap32.orMany(users);
    const reached = all.size;
    all.dispose();
    const isFirst = leases[0]?.options.reach?.reach === 'first';
    for (const [index, samples] of chosen.entries()) {
      samples.set(
        ELSEWHERE,
        RoaringBitmap32.orMany(users.filter((_, other) => (isFirst ? other < index : other !== index))),
      );
    }
    return { samples: chosen, reached };
  }

  /** Users who match and are no recipients, by channel and reason. @throws AppError as `selectAll` */
  async countLeftOut(
    lease: LaunchLease,
    target: ResolvedTarget,
    { until, onShare }: PlanBounds,
    chosen: Samples = NOBODY,
  ): Promise<LeftOutCount[]> {
    const sums = new LeftOutSums();
    const ranges = await this.audience.listRangesFor(lease.appId, target);
    for (const [done, range] of ranges.entries()) {
      await checkTime(until);
      onShare?.(done / ranges.length);
      const found = withoutElsewhere(await this.leftOut.findOfRange(lease, target, range), chosen);
      found.forEach((group) => sums.add(group));
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

export function checkTime(until: AbortSignal | undefined): Promise<true> {
  if (until?.aborted === true) {
    throw new AppError('unavailable', 'Counting everybody took too long. Nothing was sent; try again, or with fewer');
  }
  return Promise.resolve(true);
}
