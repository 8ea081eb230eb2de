import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import {
  AudienceService,
  type RecipientGroup as AudienceGroup,
  type RecipientKind,
  type RecipientRange,
  type ResolvedTarget,
} from '#libs/audience';
import type { Channel } from '#libs/channels';
import { channelOf, isPlatform, PLATFORMS, platformByNumber, type Platform } from '#libs/content';
import type { RecipientGroup } from '../dispatches/cut-chunks.js';
import type { LaunchLease } from '../dispatches/dispatch.repository.js';
import { localInstant, worldwideSpan } from './local-time.js';
import { ReplacementRepository } from '../sending/replacement.repository.js';
import { drawSample } from './sample.js';
import { SampleRepository, type Samples } from './sample.repository.js';

/** A range of buckets. */
export interface BucketRange {
  vbFrom: number;
  vbTo: number;
}

/** Number of the sample that is drawn from everybody, whatever the platform. */
const ALL_PLATFORMS = 0;

/** Whom a dispatch is frozen for: its target, less what its limits and the notification that it replaces leave out. */
@Injectable()
export class RecipientSelectionService {
  constructor(
    private readonly audience: AudienceService,
    private readonly samples: SampleRepository,
    private readonly replacements: ReplacementRepository,
  ) {}

  /**
   * Draws the users of a limited dispatch, once: what was drawn is stored before the first range is frozen, so that a
   * launch that goes on after a crash keeps to it, and nobody who turns up meanwhile makes it more.
   *
   * @param ranges  together all buckets
   * @param renewLease   is called after each range; false ends the draw, because the launch is somebody else's now
   * @returns null when it ended so
   */
  async findOrDrawSamples(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const stored = await this.samples.find(lease.dispatchId);
    if (stored.size > 0) {
      return stored;
    }
    const drawn = await this.drawSamples(lease, target, ranges, renewLease);
    if (!drawn) {
      return null;
    }
    try {
      await this.samples.store(lease.appId, lease.dispatchId, drawn);
    } finally {
      disposeSamples(drawn);
    }
    return this.samples.find(lease.dispatchId);
  }

  /** The same without storing what was drawn, which the caller disposes of. */
  async drawSamples(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly BucketRange[],
    renewLease: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const users = new Map<number, RoaringBitmap32>();
    try {
      for (const range of ranges) {
        for (const { platform, ids, uids } of await this.findGroups(lease, target, range)) {
          const uidsOfPlatform = users.get(platform) ?? new RoaringBitmap32();
          uidsOfPlatform.addMany(uids ?? ids);
          users.set(platform, uidsOfPlatform);
        }
        if (!(await renewLease())) {
          return null;
        }
      }
      return applyLimits(lease, users);
    } finally {
      disposeSamples(users);
    }
  }

  /** Recipients in a range, by channel and moment, in the order of their buckets. */
  async selectRecipients(
    lease: LaunchLease,
    target: ResolvedTarget,
    range: BucketRange,
    samples: Samples,
  ): Promise<RecipientGroup[]> {
    const groups: RecipientGroup[] = [];
    for (const group of await this.findGroups(lease, target, range)) {
      const channel = group.native ? 'apns' : channelByPlatformCode(group.platform);
      groups.push({
        vb: group.vb,
        platform: group.platform,
        channel,
        dueAt: dueAtOf(lease, group),
        ids: filterBySamples(group, samples),
      });
    }
    return lease.options.replaces
      ? this.replacements.filterReceivers(lease.appId, lease.options.replaces.key, range, groups)
      : groups;
  }

  /**
   * As `recipients`, for several dispatches of one application without limits, local times and replacements, each for
   * all buckets.
   */
  async selectRecipientsOfEach(
    appId: number,
    requests: readonly { lease: LaunchLease; target: ResolvedTarget }[],
  ): Promise<RecipientGroup[][]> {
    const groups = requests.map((): RecipientGroup[] => []);
    for (const { reach, members } of groupByReach(requests)) {
      const targets = members.flatMap((index) => requests[index]?.target ?? []);
      for (const [position, recipientGroups] of (
        await this.audience.findRecipientsOfAll(appId, targets, reach)
      ).entries()) {
        groups[members[position] ?? -1]?.push(
          ...recipientGroups.map(({ vb, native, platform, ids }) => {
            return {
              vb,
              channel: native ? 'apns' : channelByPlatformCode(platform),
              platform,
              dueAt: null,
              ids,
            } as const;
          }),
        );
      }
    }
    return groups;
  }

  private async findGroups(lease: LaunchLease, target: ResolvedTarget, range: BucketRange): Promise<AudienceGroup[]> {
    const audienceGroups: AudienceGroup[] = [];
    for (const reach of reachOptionsOf(lease)) {
      audienceGroups.push(...(await this.audience.findRecipients(lease.appId, target, { ...range, ...reach })));
    }
    return audienceGroups;
  }
}

type ReachOptions = Omit<RecipientRange, keyof BucketRange>;

function reachOptionsOf({ message, options }: LaunchLease): ReachOptions[] {
  return groupByKind(message.platforms).map(([kind, platforms]) => ({
    kind,
    platforms: platforms.map((platform) => PLATFORMS[platform].number),
    includeOptedOut: kind === 'push' ? options.includeOptedOut === true : message.transactional === true,
    lastActiveDevice: options.lastActiveDevice === true,
    withUsers: options.limits !== undefined,
    withTimeZones: options.localTime !== undefined,
  }));
}

/** What is looked for, and for which of some dispatches, by their places. */
function groupByReach(requests: readonly { lease: LaunchLease }[]): { reach: ReachOptions; members: number[] }[] {
  const groups = new Map<string, { reach: ReachOptions; members: number[] }>();
  for (const [index, { lease }] of requests.entries()) {
    for (const reach of reachOptionsOf(lease)) {
      const key = JSON.stringify(reach);
      const group = groups.get(key) ?? { reach, members: [] };
      group.members.push(index);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** Gives back what bitmaps hold outside the garbage collector's reach. */
export function disposeSamples(samples: Samples): void {
  for (const bitmap of samples.values()) {
    bitmap.dispose();
  }
}

/** Limits of platforms first; then that of everybody, among those whom they left. */
function applyLimits(
  { dispatchId, options: { limits } }: LaunchLease,
  users: ReadonlyMap<number, RoaringBitmap32>,
): Samples {
  const samples = new Map<number, RoaringBitmap32>();
  const union = new RoaringBitmap32();
  for (const [platform, platformUids] of users) {
    const name = platformByNumber(platform);
    const limit = name && limits?.platforms?.[name];
    if (limit === undefined) {
      union.addMany(platformUids);
    } else {
      const sample = new RoaringBitmap32(drawSample(platformUids.toUint32Array(), limit, String(dispatchId)));
      samples.set(platform, sample);
      union.addMany(sample);
    }
  }
  for (const [name, limit] of Object.entries(limits?.platforms ?? {})) {
    // Nobody is reached on it now: whoever turns up on it during the launch is not part of the sample either.
    if (isPlatform(name) && limit !== undefined && !samples.has(PLATFORMS[name].number)) {
      samples.set(PLATFORMS[name].number, new RoaringBitmap32());
    }
  }
  if (limits?.all !== undefined) {
    samples.set(ALL_PLATFORMS, new RoaringBitmap32(drawSample(union.toUint32Array(), limits.all, String(dispatchId))));
  }
  union.dispose();
  return samples;
}

function filterBySamples({ platform, ids, uids }: AudienceGroup, samples: Samples): number[] {
  const applicable = [samples.get(ALL_PLATFORMS), samples.get(platform)].filter((sample) => sample !== undefined);
  return applicable.length === 0
    ? ids
    : ids.filter((id, index) => applicable.every((sample) => sample.has(uids?.[index] ?? id)));
}

/** Null: at once. That is also what a time means that had passed everywhere when the dispatch was due. */
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

/** E-mail and SMS reach users, one channel each; push reaches installations, whose platform says the channel. */
function groupByKind(platforms: readonly Platform[]): [RecipientKind, Platform[]][] {
  const kinds = new Map<RecipientKind, Platform[]>();
  for (const platform of platforms) {
    const kind = platform === 'EMAIL' ? 'email' : platform === 'SMS' ? 'sms' : 'push';
    kinds.set(kind, [...(kinds.get(kind) ?? []), platform]);
  }
  return [...kinds];
}

function channelByPlatformCode(platform: number): Channel {
  const name = platformByNumber(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return channelOf(name);
}
