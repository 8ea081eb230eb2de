import { Injectable } from '@nestjs/common';
import type { RecipientGroup } from '#libs/audience';
import { AddressHolderService, mailboxKeyOf } from '#libs/audience/recipients';
import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { platformByNumber, PLATFORMS } from '#libs/content';
import { DEFAULT_EXCEPT, type Holdout, type HoldoutDraw, listHoldoutDraws, PolicyService } from '#libs/contact-policy';
import { ApplicationService } from '#libs/tenancy';
import { groupBy } from '#platform/collections';
import { policyOf } from '#libs/delivery/checks';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { isContactChannel } from '../model/channel-policy.js';
import { drawShare } from './sample.js';

/** A group of reachable recipients without those who are held out. */
export interface OpenGroup extends RecipientGroup {
  /** Users of it who are held out. */
  heldOut: readonly number[];
}

/** Holds users out of marketing, so that others can be compared with them. */
@Injectable()
export class HoldoutService {
  constructor(
    private readonly policies: PolicyService,
    private readonly holders: AddressHolderService,
    private readonly applications: ApplicationService,
  ) {}

  /** Takes users out of groups who are held out of a dispatch. Users with one address are held out together. */
  async takeOut(lease: LaunchLease, groups: readonly RecipientGroup[]): Promise<OpenGroup[]> {
    const draws = listDraws(lease, (await this.policies.find(lease.appId)).holdouts);
    const heldOut = new Map<number, ReadonlySet<number>>();
    for (const [platform, reachable] of draws.length > 0 ? groupBy(groups, (group) => group.platform) : []) {
      const uids = reachable.flatMap((group) => group.uids ?? group.ids);
      heldOut.set(platform, await this.findHeldOut(lease, platform, uids, draws));
    }
    return groups.map((group) => {
      const users = heldOut.get(group.platform);
      return users && users.size > 0 ? without(group, users) : { ...group, heldOut: [] };
    });
  }

  /** Tests if a send or its application has a control group; without that nothing is read. */
  async holdsOut({ appId, options }: Pick<LaunchLease, 'appId' | 'options'>): Promise<boolean> {
    const hasOwn = options.holdout !== undefined || options.control !== undefined;
    return hasOwn || (await this.policies.find(appId)).holdouts.length > 0;
  }

  private async findHeldOut(
    lease: LaunchLease,
    platform: number,
    uids: readonly number[],
    draws: readonly HoldoutDraw[],
  ): Promise<Set<number>> {
    const name = platformByNumber(platform);
    const channel = name && PLATFORMS[name].channel;
    const policy = channel ? policyOf(lease, channel) : 'exempt';
    const applicable = draws.filter(({ except }) => !except.includes(policy));
    if (uids.length === 0 || !channel || applicable.length === 0) {
      return new Set();
    }
    const isOut = (uid: number): boolean => applicable.some(({ share, name: draw }) => drawShare(uid, share, draw));
    const heldOut = new Set(uids.filter(isOut));
    if (isContactChannel(channel)) {
      const { addressRules: rules } = (await this.applications.getApplication(lease.appId)).settings;
      const kind = RECIPIENT_KINDS[channel];
      const sharers = await this.holders.findSharersWith(lease.appId, { kind, rules }, uids);
      const all =
        sharers.length > 0 ? await this.holders.findHolders(lease.appId, { kind, categoryIds: [] }, sharers) : [];
      const mailboxes = groupBy(all, ({ address }) => mailboxKeyOf(address, { kind, rules }));
      for (const users of mailboxes.values()) {
        if (users.some(({ uid }) => isOut(uid))) {
          users.forEach(({ uid }) => heldOut.add(uid));
        }
      }
    }
    return heldOut;
  }
}

/** The groups of the application, and that of the send: the same users in each run and content of a key. */
function listDraws(
  { appId, launchedAt, notificationKey, options }: LaunchLease,
  holdouts: readonly Holdout[],
): HoldoutDraw[] {
  const draws = listHoldoutDraws(appId, holdouts, launchedAt);
  if (options.control) {
    draws.push({ ...options.control, except: ['exempt', ...DEFAULT_EXCEPT] });
  }
  const isTrial = options.isTest === true || options.onlySimulated === true;
  return options.holdout === undefined || isTrial
    ? draws
    : [...draws, { name: `holdout ${appId} send ${notificationKey}`, share: options.holdout, except: [] }];
}

function without(group: RecipientGroup, heldOut: ReadonlySet<number>): OpenGroup {
  const { ids, uids = ids } = group;
  const isOut = (index: number): boolean => heldOut.has(uids[index] ?? Number.NaN);
  const indexes = [...ids.keys()];
  const remaining = indexes.filter((index) => !isOut(index));
  return {
    ...group,
    ids: remaining.flatMap((index) => ids[index] ?? []),
    ...(group.uids && { uids: remaining.flatMap((index) => uids[index] ?? []) }),
    heldOut: [...new Set(indexes.filter(isOut).flatMap((index) => uids[index] ?? []))],
  };
}
