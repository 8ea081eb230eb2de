import { Injectable } from '@nestjs/common';
import type { ResolvedTarget } from '#libs/audience';
import { LeftOutService } from '#libs/audience/recipients';
import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { IdentityTokenService } from '#libs/tenancy';
import { UserLookupService } from '#libs/users/registry';
import type { Tx } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import type { RecipientGroup } from '../dispatches/chunk.js';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import { LeftOutRepository, type LeftOutOfRange } from '../left-out/left-out.repository.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { NextContentRepository, type DueCampaign } from '../next-content/next-content.repository.js';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { groupByReach, reachOptionsOf, replacedKeyOf, type ReachOptions } from '../selection/reach.js';
import type { BucketRange } from '../selection/bucket-range.js';
import type { NextOfRange } from './next-of-range.js';

const ALL: BucketRange = { vbFrom: 0, vbTo: BUCKETS };
type ExtIdTarget = Extract<ResolvedTarget, { type: 'extIds' }>;

/** A dispatch on the fast path, with the recipients that were found for it. */
export interface SelectedDispatch {
  lease: LaunchLease;
  target: ResolvedTarget;
  groups: readonly RecipientGroup[];
}

/** Finds who matches the target of a dispatch and is none of its recipients. */
@Injectable()
export class LeftOutSelectionService {
  constructor(
    private readonly leftOut: LeftOutService,
    private readonly users: UserLookupService,
    private readonly identityTokens: IdentityTokenService,
    private readonly repository: LeftOutRepository,
    private readonly recipientParams: RecipientParamsService,
    private readonly nextContents: NextContentRepository,
  ) {}

  /**
   * Stores the users that launches left out, in the transaction of the launch. Parameters of listed users who were
   * erased are deleted.
   */
  async store(tx: Tx, ranges: readonly LeftOutOfRange[]): Promise<void> {
    await this.repository.insert(tx, ranges);
    for (const { dispatchId, groups } of ranges) {
      const erased = groups.flatMap(({ reason, uids }) => (reason === 'UNKNOWN_USER' ? uids : []));
      if (erased.length > 0) {
        await this.recipientParams.deleteOf(tx, dispatchId, erased);
      }
    }
  }

  /** Stores who goes on to another content of the campaign, and which recipients are one person. */
  async storeNext(tx: Tx, campaign: DueCampaign, { rows, persons }: NextOfRange): Promise<void> {
    await this.nextContents.insert(tx, campaign, rows);
    await this.nextContents.addPersons(tx, campaign.appId, persons);
  }

  /**
   * Finds the users that are left out in a range of buckets. A notification that replaces an earlier one is for its
   * receivers alone: it leaves none out. Of the holders of one address, the message goes to one; the others are not
   * left out either.
   */
  async findOfRange(lease: LaunchLease, target: ResolvedTarget, range: BucketRange): Promise<LeftOutGroup[]> {
    if (replacedKeyOf(lease) !== undefined) {
      return [];
    }
    if (lease.message.inboxOnly) {
      return this.findAll(lease, target, range);
    }
    const { keyIds } = await this.identityTokens.getSettings(lease.appId);
    const reaches = reachOptionsOf(lease, keyIds).filter(({ oneHolder }) => !oneHolder);
    const groups: LeftOutGroup[] = [];
    for (const [index, reach] of reaches.entries()) {
      if (target.type === 'extIds') {
        const [found = []] = await this.findOfLists(lease.appId, [withinRange(target, range)], reach);
        groups.push(...found.filter(({ kind }) => kind !== 'any' || index === 0));
      } else {
        groups.push(...(await this.findUnreachable(lease.appId, target, range, reach)));
      }
    }
    return range.vbFrom === 0 ? [...groups, ...(await this.findUnknown(lease, target))] : groups;
  }

  /**
   * Finds the users that several small dispatches of one application leave out. A dispatch that names one user and
   * found a recipient for each kind leaves none out, so most need no statement.
   *
   * @returns the groups of each dispatch, in their order
   */
  async findOfEach(appId: number, dispatches: readonly SelectedDispatch[]): Promise<LeftOutGroup[][]> {
    const found = dispatches.map((): LeftOutGroup[] => []);
    const open = dispatches.flatMap((dispatch, index) => (mayLeaveOut(dispatch) ? [{ ...dispatch, index }] : []));
    if (open.length === 0) {
      return found;
    }
    const named = open.flatMap((dispatch) =>
      dispatch.target.type === 'extIds' ? [{ ...dispatch, extIds: dispatch.target }] : [],
    );
    const { keyIds } = await this.identityTokens.getSettings(appId);
    for (const { reach, members } of groupByReach(named, keyIds)) {
      const lists = members.flatMap((member) => named[member]?.extIds ?? []);
      for (const [position, groups] of (await this.findOfLists(appId, lists, reach)).entries()) {
        const target = found[named[members[position] ?? -1]?.index ?? -1];
        target?.push(...groups.filter(({ kind }) => kind !== 'any' || !target.some((group) => group.kind === 'any')));
      }
    }
    for (const { lease, target, index } of open.filter((dispatch) => dispatch.target.type !== 'extIds')) {
      found[index]?.push(...(await this.findOfRange(lease, target, ALL)));
    }
    return found;
  }

  /** An inbox content is for every user of the target: no one has a device of no platform. */
  private async findAll(lease: LaunchLease, target: ResolvedTarget, range: BucketRange): Promise<LeftOutGroup[]> {
    const groups = await this.findUnreachable(lease.appId, target, range, { kind: 'push', platforms: [] });
    return groups.map((group) => ({ ...group, reason: 'INBOX' }));
  }

  private async findUnreachable(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
    reach: ReachOptions,
  ): Promise<LeftOutGroup[]> {
    const unreachable = await this.leftOut.findUnreachable(appId, target, { ...reach, ...range });
    return unreachable.map((group) => ({ ...group, kind: reach.kind, names: [] }));
  }

  /** Unknown names are left out of the whole request, whatever kinds its message has. */
  private async findOfLists(
    appId: number,
    lists: readonly ExtIdTarget[],
    reach: ReachOptions,
  ): Promise<LeftOutGroup[][]> {
    const groups = lists.map((): LeftOutGroup[] => []);
    for (const { list, reason, uids, names } of await this.leftOut.findUnreachableOfLists(appId, lists, reach)) {
      groups[list]?.push(
        reason === null
          ? { kind: 'any', reason: 'UNKNOWN_USER', uids: [], names }
          : { kind: reach.kind, reason, uids, names: [] },
      );
    }
    return groups;
  }

  /** Devices and users that the target names and that are not there. */
  private async findUnknown({ appId, target }: LaunchLease, resolved: ResolvedTarget): Promise<LeftOutGroup[]> {
    if (resolved.type === 'uids') {
      const uids = await this.leftOut.findAbsent(appId, resolved.uids);
      return uids.length === 0 ? [] : [{ kind: 'any', reason: 'UNKNOWN_USER', uids, names: [] }];
    }
    if (target.type !== 'tokens') {
      return [];
    }
    const known = await this.users.findInstIdsByTokens(appId, target.tokens);
    const names = [...new Set(target.tokens.filter((token) => !known.has(token)))];
    return names.length === 0 ? [] : [{ kind: 'any', reason: 'UNKNOWN_DEVICE', uids: [], names }];
  }
}

/** Tests if a name or a kind of the message may be without a recipient. */
function mayLeaveOut({ lease, target, groups }: SelectedDispatch): boolean {
  if (target.type === 'extIds' ? target.extIds.length > 1 : lease.target.type === 'tokens' && isLong(lease.target)) {
    return true;
  }
  const hasPush = groups.some(({ channel, ids }) => RECIPIENT_KINDS[channel] === 'push' && ids.length > 0);
  return reachOptionsOf(lease, []).some(({ kind, oneHolder }) => {
    return !oneHolder && !(kind === 'push' ? hasPush : groups.some(({ channel }) => RECIPIENT_KINDS[channel] === kind));
  });
}

function isLong({ tokens }: { tokens: readonly string[] }): boolean {
  return tokens.length > 1;
}

function withinRange({ vbs, extIds, ...target }: ExtIdTarget, { vbFrom, vbTo }: BucketRange): ExtIdTarget {
  const positions = vbs.flatMap((vb, index) => (vb >= vbFrom && vb < vbTo ? [index] : []));
  return {
    ...target,
    vbs: positions.flatMap((index) => vbs[index] ?? []),
    extIds: positions.flatMap((index) => extIds[index] ?? []),
  };
}
