import { Injectable } from '@nestjs/common';
import { RoaringBitmap32 } from 'roaring-wasm';
import {
  AudienceService,
  type RecipientGroup as Found,
  type RecipientKind,
  type RecipientRange,
  type ResolvedTarget,
} from '#libs/audience';
import type { Channel } from '#libs/channels';
import { channelOf, isPlatform, PLATFORMS, platformByNumber, type Platform } from '#libs/content';
import type { RecipientGroup } from './cut-chunks.js';
import type { LaunchLease } from './dispatch.repository.js';
import { localMoment, spanOf } from './local-time.js';
import { ReplacementRepository } from './replacement.repository.js';
import { drawSample } from './sample.js';
import { SampleRepository, type Samples } from './sample.repository.js';

/** A range of buckets. */
export interface Range {
  vbFrom: number;
  vbTo: number;
}

/** Number of the sample that is drawn from everybody, whatever the platform. */
const EVERYBODY = 0;

/** Whom a dispatch is frozen for: its target, less what its limits and the notification that it replaces leave out. */
@Injectable()
export class LaunchAudience {
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
   * @param alive   is called after each range; false ends the draw, because the launch is somebody else's now
   * @returns null when it ended so
   */
  async samplesOf(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly Range[],
    alive: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const stored = await this.samples.find(lease.dispatchId);
    if (stored.size > 0) {
      return stored;
    }
    const drawn = await this.drawFrom(lease, target, ranges, alive);
    if (!drawn) {
      return null;
    }
    try {
      await this.samples.keep(lease.appId, lease.dispatchId, drawn);
    } finally {
      dispose(drawn);
    }
    return this.samples.find(lease.dispatchId);
  }

  /** The same without storing what was drawn, which the caller disposes of. */
  async drawFrom(
    lease: LaunchLease,
    target: ResolvedTarget,
    ranges: readonly Range[],
    alive: () => Promise<boolean>,
  ): Promise<Samples | null> {
    const users = new Map<number, RoaringBitmap32>();
    try {
      for (const range of ranges) {
        for (const { platform, ids, uids } of await this.find(lease, target, range)) {
          const found = users.get(platform) ?? new RoaringBitmap32();
          found.addMany(uids ?? ids);
          users.set(platform, found);
        }
        if (!(await alive())) {
          return null;
        }
      }
      return draw(lease, users);
    } finally {
      dispose(users);
    }
  }

  /** Recipients in a range, by channel and moment, in the order of their buckets. */
  async recipients(
    lease: LaunchLease,
    target: ResolvedTarget,
    range: Range,
    samples: Samples,
  ): Promise<RecipientGroup[]> {
    const groups: RecipientGroup[] = [];
    for (const found of await this.find(lease, target, range)) {
      const channel = found.native ? 'apns' : channelOfPlatform(found.platform);
      groups.push({
        vb: found.vb,
        platform: found.platform,
        channel,
        dueAt: momentOf(lease, found),
        ids: within(found, samples),
      });
    }
    return lease.options.replaces
      ? this.replacements.keepReceivers(lease.appId, lease.options.replaces.key, range, groups)
      : groups;
  }

  /**
   * As `recipients`, for several dispatches of one application without limits, local times and replacements, each for
   * all buckets.
   */
  async recipientsOfEach(
    appId: number,
    wanted: readonly { lease: LaunchLease; target: ResolvedTarget }[],
  ): Promise<RecipientGroup[][]> {
    const groups = wanted.map((): RecipientGroup[] => []);
    for (const { reach, members } of byReach(wanted)) {
      const targets = members.flatMap((index) => wanted[index]?.target ?? []);
      for (const [place, found] of (await this.audience.findRecipientsOfAll(appId, targets, reach)).entries()) {
        groups[members[place] ?? -1]?.push(
          ...found.map(({ vb, native, platform, ids }) => {
            return { vb, channel: native ? 'apns' : channelOfPlatform(platform), platform, dueAt: null, ids } as const;
          }),
        );
      }
    }
    return groups;
  }

  private async find(lease: LaunchLease, target: ResolvedTarget, range: Range): Promise<Found[]> {
    const found: Found[] = [];
    for (const reach of reachesOf(lease)) {
      found.push(...(await this.audience.findRecipients(lease.appId, target, { ...range, ...reach })));
    }
    return found;
  }
}

type Reach = Omit<RecipientRange, keyof Range>;

function reachesOf({ message, options }: LaunchLease): Reach[] {
  return byKind(message.platforms).map(([kind, platforms]) => ({
    kind,
    platforms: platforms.map((platform) => PLATFORMS[platform].number),
    includeOptedOut: kind === 'push' ? options.includeOptedOut === true : message.transactional === true,
    lastActiveDevice: options.lastActiveDevice === true,
    withUsers: options.limits !== undefined,
    withTimeZones: options.localTime !== undefined,
  }));
}

/** What is looked for, and for which of some dispatches, by their places. */
function byReach(wanted: readonly { lease: LaunchLease }[]): { reach: Reach; members: number[] }[] {
  const found = new Map<string, { reach: Reach; members: number[] }>();
  for (const [index, { lease }] of wanted.entries()) {
    for (const reach of reachesOf(lease)) {
      const name = JSON.stringify(reach);
      const same = found.get(name) ?? { reach, members: [] };
      same.members.push(index);
      found.set(name, same);
    }
  }
  return [...found.values()];
}

/** Gives back what bitmaps hold outside the garbage collector's reach. */
export function dispose(samples: Samples): void {
  for (const bitmap of samples.values()) {
    bitmap.dispose();
  }
}

/** Limits of platforms first; then that of everybody, among those whom they left. */
function draw({ dispatchId, options: { limits } }: LaunchLease, users: ReadonlyMap<number, RoaringBitmap32>): Samples {
  const samples = new Map<number, RoaringBitmap32>();
  const everybody = new RoaringBitmap32();
  for (const [platform, found] of users) {
    const name = platformByNumber(platform);
    const limit = name && limits?.platforms?.[name];
    if (limit === undefined) {
      everybody.addMany(found);
    } else {
      const drawn = new RoaringBitmap32(drawSample(found.toUint32Array(), limit, String(dispatchId)));
      samples.set(platform, drawn);
      everybody.addMany(drawn);
    }
  }
  for (const [name, limit] of Object.entries(limits?.platforms ?? {})) {
    // Nobody is reached on it now: whoever turns up on it during the launch is not part of the sample either.
    if (isPlatform(name) && limit !== undefined && !samples.has(PLATFORMS[name].number)) {
      samples.set(PLATFORMS[name].number, new RoaringBitmap32());
    }
  }
  if (limits?.all !== undefined) {
    samples.set(EVERYBODY, new RoaringBitmap32(drawSample(everybody.toUint32Array(), limits.all, String(dispatchId))));
  }
  everybody.dispose();
  return samples;
}

function within({ platform, ids, uids }: Found, samples: Samples): number[] {
  const drawn = [samples.get(EVERYBODY), samples.get(platform)].filter((sample) => sample !== undefined);
  return drawn.length === 0 ? ids : ids.filter((id, index) => drawn.every((sample) => sample.has(uids?.[index] ?? id)));
}

/** Null: at once. That is also what a time means that had passed everywhere when the dispatch was due. */
function momentOf({ options, dueAt, launchedAt }: LaunchLease, { timeZone }: Found): Date | null {
  if (options.localTime === undefined) {
    return null;
  }
  if (spanOf(options.localTime).last <= dueAt) {
    return null;
  }
  const at = localMoment(options.localTime, timeZone ?? null, options.timeZone ?? 'UTC', dueAt);
  return at <= launchedAt && !options.late ? null : at;
}

/** E-mail and SMS reach users, one channel each; push reaches installations, whose platform says the channel. */
function byKind(platforms: readonly Platform[]): [RecipientKind, Platform[]][] {
  const kinds = new Map<RecipientKind, Platform[]>();
  for (const platform of platforms) {
    const kind = platform === 'EMAIL' ? 'email' : platform === 'SMS' ? 'sms' : 'push';
    kinds.set(kind, [...(kinds.get(kind) ?? []), platform]);
  }
  return [...kinds];
}

function channelOfPlatform(platform: number): Channel {
  const name = platformByNumber(platform);
  if (!name) {
    throw new Error(`No platform has number ${platform}`);
  }
  return channelOf(name);
}
