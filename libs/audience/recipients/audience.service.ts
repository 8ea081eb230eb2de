import { ADDRESS_KINDS } from '#libs/channels/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService } from '#libs/users/registry';
import type { UserAddress } from '#libs/users/identities';
import type { AttributeDefinition } from '#libs/users/profiles';
import { groupBy } from '#platform/collections';
import { reportFault } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { toMailboxKey } from '#platform/spelling';
import { LOGGER } from '#platform/app';
import { BehaviourUsersService } from '../behaviour/behaviour-users.service.js';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import {
  ALL_BUCKETS,
  type BucketRange,
  type RecipientGroup,
  type RecipientRange,
  splitBuckets,
} from '../sql-engine/ranges.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import type { EventCatalogue } from '../targets/resolve-behaviour.js';
import { NO_LEAF_MEMBERS, readsUserRow, type LeafMembers } from '../sql-engine/predicate.sql.js';
import { collectAddresses, collectNames, resolveTarget, type ResolvedNames } from '../targets/resolve-target.js';
import { createMemberSet } from '../sql-engine/member-set.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import {
  type AttributeRef,
  listMembershipLeaves,
  namesUsers,
  type ResolvedTarget,
  type SegmentLeaf,
  type Target,
} from '../targets/target.js';

const NO_ATTRIBUTES: ReadonlyMap<string, AttributeDefinition> = new Map();
const NO_SURVIVORS: ReadonlyMap<number, number> = new Map();
const NO_EVENTS: EventCatalogue = { find: () => undefined };

/** Resolves targets, counts their users and finds their recipients. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly audienceRepository: AudienceRepository,
    private readonly segmentRepository: SegmentRepository,
    private readonly leafMembers: LeafMembersService,
    private readonly indexEvaluator: IndexEvaluatorService,
    private readonly behaviours: BehaviourUsersService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks the names of a target and replaces them with ids. The result is for immediate use: a name can change its
   * meaning, and a segment version is kept for one hour after its successor.
   *
   * @throws AppError malformed (2004) for an undefined attribute or a value of another type, segment_unusable (5042),
   *   bad_address (6000)
   */
  async resolve(appId: number, target: Target): Promise<ResolvedTarget> {
    const used = collectNames(target);
    const attributes = used.codes.length > 0 ? await this.users.getAttributesByCode(appId, used.codes) : NO_ATTRIBUTES;
    const addresses = collectAddresses(target, attributes);
    const names: ResolvedNames = {
      appId,
      attributes,
      tagIds: used.tags.length > 0 ? await this.users.findTagIds(appId, used.tags) : new Map<string, number>(),
      segments: new Map(
        used.segments.length > 0
          ? (await this.segmentRepository.findByNames(appId, used.segments)).map((segment) => [segment.name, segment])
          : [],
      ),
      instIds:
        used.tokens.length > 0 ? [...new Set((await this.users.findInstIdsByTokens(appId, used.tokens)).values())] : [],
      survivors: used.uids.length > 0 ? await this.users.findSurvivors(appId, used.uids) : NO_SURVIVORS,
      holders: await this.findAddressHolders(appId, addresses),
      events: used.events.length > 0 ? await this.events.getCatalogueFor(appId, used.events) : NO_EVENTS,
      now: this.behaviours.now,
    };
    return resolveTarget(target, names);
  }

  /** Counts distinct matching users from the rows. */
  async countTarget(appId: number, target: Target): Promise<number> {
    return this.countFromRows(appId, await this.resolve(appId, target));
  }

  /**
   * Counts distinct matching users from the rows, exact as of now. A target with segments is counted range by range.
   */
  async countFromRows(appId: number, resolved: ResolvedTarget): Promise<number> {
    const ranges = listMembershipLeaves(resolved).length > 0 ? await this.listRanges(appId) : [ALL_BUCKETS];
    let users = 0;
    for (const range of ranges) {
      users += await this.audienceRepository.countUsers(
        appId,
        resolved,
        range,
        await this.leafMembers.readMembers(appId, resolved, range),
      );
    }
    return users;
  }

  /** Tests if a statement that began at `since` may have read attributes by outdated definitions. */
  async areOutdated(appId: number, attributes: readonly AttributeRef[], since: Date): Promise<boolean> {
    return attributes.length > 0 && (await this.users.areOutdated(appId, attributes, since));
  }

  /** Uids of at most `size` matching users from the rows, each user as likely as every other. */
  async drawFromRows(appId: number, resolved: ResolvedTarget, size: number): Promise<number[]> {
    let drawn: { uid: number; lot: number }[] = [];
    for (const range of await this.listRanges(appId)) {
      const members = await this.leafMembers.readMembers(appId, resolved, range);
      drawn = [...drawn, ...(await this.audienceRepository.drawUsers(appId, resolved, range, members, size))]
        .toSorted((a, b) => a.lot - b.lot)
        .slice(0, size);
    }
    return drawn.map(({ uid }) => uid);
  }

  /**
   * Finds the reachable recipients in a range of buckets, ordered by bucket: installation ids for push, uids for e-mail
   * and SMS. Delivery checks reachability again before it sends.
   */
  async findRecipients(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientGroup[]> {
    return this.readParts(appId, target, range, (part, members, partTarget) =>
      this.readRecipients(appId, partTarget, part, members),
    );
  }

  /**
   * Reads users or recipients of a target in parts that one statement each can scan.
   *
   * @param read  reads one part; its target may be the members that the index has found
   * @returns what the parts have, in the order of their buckets
   */
  async readParts<R>(
    appId: number,
    target: ResolvedTarget,
    range: RecipientRange,
    read: (part: RecipientRange, members: LeafMembers, target: ResolvedTarget) => Promise<R[]>,
  ): Promise<R[]> {
    const indexed = await this.findByIndex(appId, target, range);
    if (indexed) {
      return read(range, indexed.members, indexed.target);
    }
    const found: R[][] = [];
    const hasLeaves = listMembershipLeaves(target).length > 0;
    for (const part of await this.splitRange(appId, target, range)) {
      const members = hasLeaves ? await this.leafMembers.readMembers(appId, target, part) : NO_LEAF_MEMBERS;
      found.push(await read(part, members, target));
    }
    return found.flat();
  }

  private async readRecipients(
    appId: number,
    target: ResolvedTarget,
    range: RecipientRange,
    members: LeafMembers,
  ): Promise<RecipientGroup[]> {
    return range.kind === 'push'
      ? this.audienceRepository.findInstallations(appId, target, range, members)
      : this.audienceRepository.findUsers(appId, target, range, members);
  }

  /**
   * Splits a range into parts that one statement each can scan. A range of few recipients may have millions of users.
   */
  private async splitRange(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientRange[]> {
    if (!needsUserScan(target)) {
      return [range];
    }
    return (await this.listRanges(appId)).flatMap(({ vbFrom, vbTo }) => {
      const part = { ...range, vbFrom: Math.max(vbFrom, range.vbFrom), vbTo: Math.min(vbTo, range.vbTo) };
      return part.vbFrom < part.vbTo ? [part] : [];
    });
  }

  /**
   * Does the same as `findRecipients` for all buckets and several targets. Targets that name users are read in one
   * statement.
   *
   * @returns the groups of each target, in the order of the targets
   */
  async findRecipientsOfAll(
    appId: number,
    targets: readonly ResolvedTarget[],
    reach: Omit<RecipientRange, keyof BucketRange>,
  ): Promise<RecipientGroup[][]> {
    const named = targets.flatMap((target) => (target.type === 'extIds' ? [target] : []));
    if (reach.kind === 'push' && !reach.lastActiveDevice && named.length === targets.length) {
      return this.audienceRepository.findInstallationsOfAll(appId, named, reach);
    }
    const groups: RecipientGroup[][] = [];
    for (const target of targets) {
      groups.push(await this.findRecipients(appId, target, { ...reach, ...ALL_BUCKETS }));
    }
    return groups;
  }

  /**
   * Finds the users of a target by the index, once the index has everything committed before the call. Reading rows by
   * membership costs less than evaluating the target on each row. Undefined for targets that read few rows without the
   * index.
   */
  private async findByIndex(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
  ): Promise<{ target: ResolvedTarget; members: LeafMembers } | undefined> {
    if (!needsUserScan(target)) {
      return undefined;
    }
    try {
      const uids = await this.indexEvaluator.findUids(appId, target, range);
      if (!uids) {
        return undefined;
      }
      const leaf: SegmentLeaf = { type: 'segment', mode: 'any', segments: [] };
      return { target: leaf, members: new Map([[leaf, createMemberSet(uids, range.vbFrom, range.vbTo)]]) };
    } catch (error) {
      reportFault(this.logger, 'audience index failed to answer; the rows are read', error, { appId });
      return undefined;
    }
  }

  /** Splits all buckets into ranges that one statement each can scan. @param usersPerRange  about how many */
  async listRanges(appId: number, usersPerRange?: number): Promise<BucketRange[]> {
    return splitBuckets(await this.users.countAllocatedUids(appId), usersPerRange);
  }

  /** Does the same as `listRanges`, with fewer ranges for a target that the index knows to be narrow. */
  async listRangesFor(appId: number, target: ResolvedTarget): Promise<BucketRange[]> {
    const users =
      needsUserScan(target) || listMembershipLeaves(target).length > 0
        ? await this.estimateUsers(appId, target)
        : undefined;
    return users === undefined ? this.listRanges(appId) : splitBuckets(users);
  }

  /** About how many users match, by the index; undefined: it does not know. */
  async estimateUsers(appId: number, target: ResolvedTarget): Promise<number | undefined> {
    try {
      return await this.indexEvaluator.estimateUsers(appId, target);
    } catch (error) {
      reportFault(this.logger, 'audience index failed to estimate users; ranges are cut for all users', error, {
        appId,
      });
      return undefined;
    }
  }

  private async findAddressHolders(
    appId: number,
    addresses: ReturnType<typeof collectAddresses>,
  ): Promise<Map<string, UserAddress[]>> {
    const holders: UserAddress[] = [];
    for (const kind of ADDRESS_KINDS) {
      if (addresses[kind].length > 0) {
        holders.push(...(await this.users.findUsersByAddresses(appId, kind, addresses[kind])));
      }
    }
    return groupBy(holders, ({ address }) => toMailboxKey(address));
  }
}

/** Tests if evaluating the target without the index scans all users. */
function needsUserScan(target: ResolvedTarget): boolean {
  return readsUserRow(target) && !namesUsers(target);
}
