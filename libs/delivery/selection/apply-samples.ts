import { RoaringBitmap32 } from 'roaring-wasm';
import type { RecipientGroup as AudienceGroup } from '#libs/audience';
import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { isPlatform, PLATFORMS, platformByNumber } from '#libs/content';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { drawSample } from './sample.js';
import { CHOSEN, keyOfStandingBack, RECENT, type Samples } from './sample.repository.js';

/** Frees the memory of bitmaps, which the garbage collector does not see. */
export function disposeSamples(samples: Samples): void {
  for (const bitmap of samples.values()) {
    bitmap.dispose();
  }
}

/** Applies the limits of platforms first, then the limit over all platforms to the users that are left. */
export function applyLimits(
  { dispatchId, options: { limits, draw = String(dispatchId) } }: LaunchLease,
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
      const sample = new RoaringBitmap32(drawSample(platformUids.toUint32Array(), limit, draw));
      samples.set(platform, sample);
      union.addMany(sample);
    }
  }
  for (const [name, limit] of Object.entries(limits?.platforms ?? {})) {
    // A platform without recipients now has an empty sample: devices that register during the launch stay out of it.
    if (isPlatform(name) && limit !== undefined && !samples.has(PLATFORMS[name].number)) {
      samples.set(PLATFORMS[name].number, new RoaringBitmap32());
    }
  }
  if (limits?.all !== undefined) {
    samples.set(CHOSEN, new RoaringBitmap32(drawSample(union.toUint32Array(), limits.all, draw)));
  }
  union.dispose();
  return samples;
}

/** Only groups of users have any: those of addresses. */
export function withoutStandingBack(
  group: AudienceGroup,
  samples: Samples,
): { group: AudienceGroup; others: number[] } {
  const standingBack = samples.get(keyOfStandingBack(group.platform));
  if (!standingBack || standingBack.isEmpty) {
    return { group, others: [] };
  }
  const [remaining, ids] = [
    group.ids.filter((id) => standingBack.has(id)),
    group.ids.filter((id) => !standingBack.has(id)),
  ];
  return { group: { ...group, ids }, others: remaining };
}

/**
 * Groups of a range without users that an earlier run reaches.
 *
 * @returns others  these users, by group
 */
export function withoutRecent(
  groups: readonly AudienceGroup[],
  samples: Samples,
): { group: AudienceGroup; others: number[] }[] {
  const [users, installations] = [samples.get(RECENT.users), samples.get(RECENT.installations)];
  if (!users || !installations || (users.isEmpty && installations.isEmpty)) {
    return groups.map((group) => ({ group, others: [] }));
  }
  const waiting = new Set<number>();
  for (const { ids, uids = ids } of groups.filter(({ platform }) => isOfPush(platform))) {
    ids.forEach((id, index) => installations.has(id) && waiting.add(uids[index] ?? id));
  }
  return groups.map((group) => {
    const { ids, uids = ids } = group;
    const isRecent = (index: number): boolean => {
      const uid = uids[index] ?? Number.NaN;
      return users.has(uid) || waiting.has(uid);
    };
    const remaining = [...ids.keys()].filter((index) => !isRecent(index));
    return {
      group: {
        ...group,
        ids: remaining.flatMap((index) => ids[index] ?? []),
        ...(group.uids && { uids: remaining.flatMap((index) => uids[index] ?? []) }),
      },
      others: [...ids.keys()].filter(isRecent).flatMap((index) => uids[index] ?? []),
    };
  });
}

/** The recipients of a group that are in every sample. */
export function filterBySamples({ platform, ids, uids }: AudienceGroup, samples: Samples): number[] {
  const applicable = [samples.get(CHOSEN), samples.get(platform)].filter((sample) => sample !== undefined);
  return applicable.length === 0
    ? ids
    : ids.filter((id, index) => applicable.every((sample) => sample.has(uids?.[index] ?? id)));
}

function isOfPush(platform: number): boolean {
  const name = platformByNumber(platform);
  return name === undefined || RECIPIENT_KINDS[PLATFORMS[name].channel] === 'push';
}
