import { namedAddress, type RecipientRange } from '#libs/audience';
import { RECIPIENT_KINDS, type RecipientKind } from '#libs/channels/definitions';
import { PLATFORMS, type Platform } from '#libs/content';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { LANES } from '../model/delivery.types.js';
import { includesRefusing } from '../model/refusals.js';

export type ReachOptions = Omit<RecipientRange, 'vbFrom' | 'vbTo'>;

/** A transactional message is for one person: it reaches a device that anybody may have registered only without another. */
export function reachOptionsOf(
  { lane, message, options, target }: LaunchLease,
  keyIds: readonly number[],
): ReachOptions[] {
  const isTransactional = lane === LANES.transactional || message.transactional === true;
  return groupByKind(message.platforms).map(([kind, platforms]) => ({
    kind,
    platforms: platforms.map((platform) => PLATFORMS[platform].number),
    ...reachOfRefusing({ message, options, target }, kind),
    lastActiveDevice: options.lastActiveDevice === true,
    ...(kind === 'push' && isTransactional && { trustedKeyIds: keyIds }),
    withUsers: options.limits !== undefined || options.series?.notWithinDays !== undefined || choosesContent(options),
    withTimeZones: options.localTime !== undefined,
  }));
}

/** Tests if each person gets one content of the campaign, chosen at its launch. */
export function choosesContent({ reach }: Pick<LaunchLease['options'], 'reach'>): boolean {
  return reach !== undefined && reach.reach !== 'all';
}

/** The notification to whose receivers a campaign goes; a transactional send reaches those that it names. */
export function replacedKeyOf({ lane, options }: Pick<LaunchLease, 'lane' | 'options'>): number | undefined {
  return lane === LANES.bulk ? options.replaces?.key : undefined;
}

/**
 * Users who refused the channel are left out here, but for a message to an address: it has one recipient, whose refusal
 * ends it as a result.
 */
function reachOfRefusing(
  { message, options, target }: Pick<LaunchLease, 'message' | 'options' | 'target'>,
  kind: RecipientKind,
): Pick<ReachOptions, 'includeOptedOut' | 'oneHolder'> {
  const includeOptedOut = includesRefusing({ message, options }, kind);
  if (kind === 'push' || namedAddress(target) === undefined) {
    return { includeOptedOut };
  }
  return {
    includeOptedOut: true,
    oneHolder: { avoidsRefusing: !includeOptedOut, categoryIds: options.categoryIds ?? [] },
  };
}

/** The different reaches of some requests, each with the positions of the requests that have it. */
export function groupByReach(
  requests: readonly { lease: LaunchLease }[],
  keyIds: readonly number[],
): { reach: ReachOptions; members: number[] }[] {
  const groups = new Map<string, { reach: ReachOptions; members: number[] }>();
  for (const [index, { lease }] of requests.entries()) {
    for (const reach of reachOptionsOf(lease, keyIds)) {
      const key = JSON.stringify(reach);
      const group = groups.get(key) ?? { reach, members: [] };
      group.members.push(index);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** Platforms by recipient kind. E-mail and SMS reach users; push reaches installations. */
function groupByKind(platforms: readonly Platform[]): [RecipientKind, Platform[]][] {
  const kinds = new Map<RecipientKind, Platform[]>();
  for (const platform of platforms) {
    const kind = RECIPIENT_KINDS[PLATFORMS[platform].channel];
    kinds.set(kind, [...(kinds.get(kind) ?? []), platform]);
  }
  return [...kinds];
}
