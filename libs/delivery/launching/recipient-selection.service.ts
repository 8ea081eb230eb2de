import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import type { RecipientGroup as AudienceGroup, ResolvedTarget } from '#libs/audience';
import { AudienceService } from '#libs/audience/recipients';
import type { Channel } from '#libs/channels/definitions';
import { channelOf, platformByNumber } from '#libs/content';
import { IdentityTokenService } from '#libs/tenancy';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import { localInstant, worldwideSpan } from '#platform/spelling';
import type { RecipientGroup } from '../dispatches/chunk.js';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { isShortList } from '../model/fast-path.js';
import { CampaignChoiceService } from '../selection/campaign-choice.service.js';
import { choosesContent, groupByReach, replacedKeyOf } from '../selection/reach.js';
import { RecipientGroupsService } from '../selection/recipient-groups.service.js';
import { ReplacementService } from '../dispatches/replacement.service.js';
import { RecentRecipientsService } from '#libs/delivery/recurring';
import {
  applyLimits,
  disposeSamples,
  filterBySamples,
  withoutRecent,
  withoutStandingBack,
} from '../selection/apply-samples.js';
import { RECENT, SampleRepository, type Samples } from '../selection/sample.repository.js';
import type { LateSharers } from '../selection/late-sharers.js';
import type { BucketRange } from '../selection/bucket-range.js';
import { SameAddressService } from '../selection/same-address.service.js';
import { SampledUsers } from '../selection/sampled-users.js';

/** The target of a dispatch has no meaning any more, for example after one of its attributes was deleted. */
export class UnresolvableTargetError extends Error {}

/** Selects the recipients of a dispatch: the users of its target, within its limits and the receivers of a replaced notification. */
@Injectable()
export class RecipientSelectionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly samples: SampleRepository,
    private readonly replacements: ReplacementService,
    private readonly identityTokens: IdentityTokenService,
    private readonly sameAddress: SameAddressService,
    private readonly groups: RecipientGroupsService,
    private readonly choice: CampaignChoiceService,
    private readonly recent: RecentRecipientsService,
  ) {}

  /** @throws UnresolvableTargetError */
  async resolveTarget({ appId, target }: LaunchLease): Promise<ResolvedTarget> {
    try {
      return await this.audience.resolve(appId, target);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        throw new UnresolvableTargetError(error.message, { cause: error });
      }
      throw error;
    }
  }

  /** All buckets, in the ranges that a launch freezes one at a time. @throws UnresolvableTargetError */
  async listRanges(lease: LaunchLease): Promise<readonly BucketRange[]> {
    return isShortList(lease.target) || lease.target.type === 'uids'
      ? [{ vbFrom: 0, vbTo: BUCKETS }]
      : this.audience.listRangesFor(lease.appId, await this.resolveTarget(lease));
  }

  /**
   * The sampled users of a limited dispatch, those who stand back for another one with their address, and those who got an
   * earlier run. They are chosen
   * once and stored before the first range is frozen. So a launch that continues after a crash keeps its choice, and users
   * who register in between do not enlarge a sample.
   *
   * @param ranges      all buckets together
   * @param renewLease  called after each range; false ends the draw, because another worker has taken the launch
   * @returns null when the lease was lost
   * @throws UnresolvableTargetError
   */
  async findOrDrawSamples(
    lease: LaunchLease,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    if (choosesContent(lease.options)) {
      return this.choice.findOrChoose(lease, await this.resolveTarget(lease), ranges, renewLease);
    }
    if (!lease.options.limits && !this.sameAddress.choosesFor(lease) && !this.recent.leavesOut(lease)) {
      return new Map();
    }
    const stored = await this.samples.find(lease.dispatchId);
    if (stored.size > 0) {
      return stored;
    }
    if (lease.vbNext > 0 && !lease.options.limits) {
      // An earlier release began this launch, without a choice.
      return new Map();
    }
    const drawn = await this.drawSamples(lease, await this.resolveTarget(lease), ranges, renewLease);
    if (!drawn) {
      return null;
    }
    // One transaction freezes all of a launch in one range: there is nothing to continue.
    if (ranges.length === 1 && !lease.options.limits) {
      return drawn;
    }
    try {
      await this.samples.store(lease.appId, lease.dispatchId, drawn);
    } finally {
      disposeSamples(drawn);
    }
    return this.samples.find(lease.dispatchId);
  }

  /** Calls `RecentRecipientsService.findLaunchWait`. */
  async findLaunchWait(lease: LaunchLease): Promise<number> {
    return this.recent.findLaunchWait(lease);
  }

  /** Tests if an earlier process stored the choice of a launch. */
  async hasChosen({ dispatchId }: LaunchLease): Promise<boolean> {
    const stored = await this.samples.find(dispatchId);
    disposeSamples(stored);
    return stored.size > 0;
  }

  /** Calls `SameAddressService.followSharers`; to be called before the choice. */
  async followSharers(lease: LaunchLease, ranges: readonly BucketRange[]): Promise<LateSharers | undefined> {
    const target = ranges.length > 1 ? await this.resolveTarget(lease) : undefined;
    return this.sameAddress.followSharers(lease, target);
  }

  /** Chooses users without storing the choice. The caller disposes of it. */
  async drawSamples(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const setAside = await this.findSetAside(lease, target, ranges, renewLease);
    if (!setAside || !lease.options.limits) {
      return setAside;
    }
    const uidsByPlatform = new Map<number, RoaringBitmap32>();
    try {
      for (const range of ranges) {
        for (const { group } of withoutRecent(await this.groups.find(lease, target, range), setAside)) {
          const { platform, ids, uids } = withoutStandingBack(group, setAside).group;
          const bitmap = uidsByPlatform.get(platform) ?? new RoaringBitmap32();
          bitmap.addMany(uids ?? ids);
          uidsByPlatform.set(platform, bitmap);
        }
        if (!(await renewLease())) {
          disposeSamples(setAside);
          return null;
        }
      }
      return new Map([...applyLimits(lease, uidsByPlatform), ...setAside]);
    } finally {
      disposeSamples(uidsByPlatform);
    }
  }

  /**
   * The recipients of a range, by channel and due time, in the order of their buckets, and who was not chosen: users beyond
   * the limits, and those who stand back for another one with their address. A campaign that replaces a
   * notification reaches those who got it or still wait for it; a transactional send reaches those that it names.
   */
  async selectRecipients(
    lease: LaunchLease,
    target: ResolvedTarget,
    range: BucketRange,
    samples: Samples,
  ): Promise<{ groups: RecipientGroup[]; notChosen: LeftOutGroup[] }> {
    const groups: RecipientGroup[] = [];
    const sampled = new SampledUsers();
    const open = await this.groups.find(lease, target, range);
    open.forEach(({ platform, heldOut }) => sampled.addHeldOut(platform, heldOut));
    for (const found of withoutRecent(open, samples)) {
      const { group, others } = withoutStandingBack(found.group, samples);
      sampled.addRecent(group.platform, found.others);
      sampled.addStandingBack(group.platform, others);
      const ids = filterBySamples(group, samples);
      sampled.add(group, ids);
      groups.push({
        vb: group.vb,
        platform: group.platform,
        channel: channelOfGroup(group),
        dueAt: dueAtOf(lease, group),
        ids,
        ...(group.owners && { owners: new Map(group.owners) }),
        ...(choosesContent(lease.options) && group.uids && { userOf: toUserOf(group) }),
      });
    }
    if (choosesContent(lease.options)) {
      const notChosen = sampled.listNotChosen().filter(({ reason }) => reason !== 'LIMIT');
      return { groups, notChosen };
    }
    const replacedKey = replacedKeyOf(lease);
    return replacedKey === undefined
      ? { groups, notChosen: sampled.listNotChosen() }
      : {
          groups: await this.replacements.filterReceivers(lease, replacedKey, groups),
          notChosen: [],
        };
  }

  /** The recipients of several dispatches of one application, which have no limits, local times or replacements. */
  async selectRecipientsOfEach(
    appId: number,
    requests: readonly { lease: LaunchLease; target: ResolvedTarget }[],
  ): Promise<RecipientGroup[][]> {
    const groups = requests.map((): RecipientGroup[] => []);
    const { keyIds } = await this.identityTokens.getSettings(appId);
    for (const { reach, members } of groupByReach(requests, keyIds)) {
      const targets = members.flatMap((index) => requests[index]?.target ?? []);
      for (const [position, recipientGroups] of (
        await this.audience.findRecipientsOfAll(appId, targets, reach)
      ).entries()) {
        groups[members[position] ?? -1]?.push(
          ...recipientGroups.map((group) => ({
            vb: group.vb,
            platform: group.platform,
            channel: channelOfGroup(group),
            dueAt: null,
            ids: group.ids,
            ...(group.owners && { owners: new Map(group.owners) }),
          })),
        );
      }
    }
    return groups;
  }

  /** Users who stand back for another one with their address, and those who got an earlier run. */
  private async findSetAside(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const standingBack = await this.sameAddress.findStandingBack(lease, target, ranges, renewLease);
    if (!standingBack || !this.recent.leavesOut(lease)) {
      return standingBack;
    }
    const recent = await this.recent.find(lease, ranges, renewLease);
    if (!recent) {
      disposeSamples(standingBack);
      return null;
    }
    return new Map([...standingBack, [RECENT.users, recent.users], [RECENT.installations, recent.installations]]);
  }
}

/** The users of installations. */
function toUserOf({ ids, uids = [] }: AudienceGroup): ReadonlyMap<number, number> {
  return new Map(ids.map((id, index) => [id, uids[index] ?? id]));
}

/** When a recipient is due by its own clock. Null: at once, also when the time had passed everywhere before the dispatch was due. */
function dueAtOf({ options, dueAt, launchedAt }: LaunchLease, { timeZone }: AudienceGroup): Date | null {
  if (options.localTime === undefined) {
    return null;
  }
  if (worldwideSpan(options.localTime).last <= dueAt) {
    return null;
  }
  const at = localInstant(options.localTime, timeZone ?? null, options.timeZone ?? 'UTC', dueAt);
  return at <= launchedAt && !options.late ? null : at;
}

function channelOfGroup({ native, platform }: AudienceGroup): Channel {
  if (native) {
    return 'apns';
  }
  const name = platformByNumber(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return channelOf(name);
}
