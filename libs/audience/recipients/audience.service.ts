import { Inject, Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService, type UserAddress, type AttributeDefinition } from '#libs/users';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
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
import { readsUserRow, type LeafMembers } from '../sql-engine/predicate.sql.js';
import { collectAddresses, collectNames, resolveTarget, type ResolvedNames } from '../targets/resolve-target.js';
import { createMemberSet } from '../sql-engine/member-set.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import {
  listMembershipLeaves,
  namesUsers,
  type ResolvedTarget,
  type SegmentLeaf,
  type Target,
} from '../targets/target.js';

const NO_ATTRIBUTES: ReadonlyMap<string, AttributeDefinition> = new Map();
const NO_EVENTS: EventCatalogue = { find: () => undefined };

/** Answers who a target means: how many, and in which order they are sent to. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly audienceRepository: AudienceRepository,
    private readonly segmentRepository: SegmentRepository,
    private readonly leafMembers: LeafMembersService,
    private readonly indexEvaluator: IndexEvaluatorService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks a target's names against the application and puts numbers for them. The answer holds for now: names may mean
   * something else later, and a version of a segment is kept for an hour after the next one.
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
      holders: await this.findAddressHolders(appId, addresses),
      events: used.events.length > 0 ? await this.events.getCatalogueFor(appId, used.events) : NO_EVENTS,
      now: this.clock.now(),
    };
    return resolveTarget(target, names);
  }

  /** Distinct users who match, from the rows. */
  async countTarget(appId: number, target: Target): Promise<number> {
    return this.countFromRows(appId, await this.resolve(appId, target));
  }

  /** Distinct users who match, from the rows: exact as of now. A target with segments is counted range by range. */
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

  /**
   * Recipients in a range of buckets, ordered by bucket: installation ids for push, uids for e-mail and SMS. Only those
   * that can be reached as of now; delivery looks again.
   */
  async findRecipients(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientGroup[]> {
    const indexed = await this.findByIndex(appId, target, range);
    if (indexed) {
      return this.readRecipients(appId, indexed.target, range, indexed.members);
    }
    const groups: RecipientGroup[] = [];
    for (const part of await this.splitRange(appId, target, range)) {
      groups.push(
        ...(await this.readRecipients(appId, target, part, await this.leafMembers.readMembers(appId, target, part))),
      );
    }
    return groups;
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

  /** A range in parts whose users one statement can judge: those of few recipients may have millions of users. */
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
   * As `recipients` of all buckets, for several targets: together where they name users, which costs little more than
   * one of them. @returns the groups of each target, in their order
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
   * The users whom a target means, found by the index once that has everything committed before the question: rows are
   * then read by membership, which costs less than judging each. Undefined where the rows tell on their own, and where a
   * target names its users: a single send waits for no index.
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
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
      return undefined;
    }
  }

  /** All buckets in ranges that one statement each can look through. */
  async listRanges(appId: number): Promise<BucketRange[]> {
    return splitBuckets(await this.users.countAllocatedUids(appId));
  }

  /**
   * All buckets in ranges that one statement each can read the recipients of: few ranges for a narrow target, however many
   * users there are, where the index says how many it means.
   */
  async listRangesFor(appId: number, target: ResolvedTarget): Promise<BucketRange[]> {
    const users =
      needsUserScan(target) || listMembershipLeaves(target).length > 0
        ? await this.estimateUsers(appId, target)
        : undefined;
    return users === undefined ? this.listRanges(appId) : splitBuckets(users);
  }

  /** About how many users a target means, by the index as it is. */
  private async estimateUsers(appId: number, target: ResolvedTarget): Promise<number | undefined> {
    try {
      return await this.indexEvaluator.estimateUsers(appId, target);
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
      return undefined;
    }
  }

  private async findAddressHolders(
    appId: number,
    addresses: ReturnType<typeof collectAddresses>,
  ): Promise<Map<string, UserAddress[]>> {
    const holders = new Map<string, UserAddress[]>();
    for (const kind of ['email', 'msisdn'] as const) {
      const rows =
        addresses[kind].length > 0 ? await this.users.findUsersByAddresses(appId, kind, addresses[kind]) : [];
      for (const holder of rows) {
        const key = holder.address.toLowerCase();
        const same = holders.get(key);
        if (same) {
          same.push(holder);
        } else {
          holders.set(key, [holder]);
        }
      }
    }
    return holders;
  }
}

/** Whether the rows of users tell who is meant, and all of them have to be looked at. */
function needsUserScan(target: ResolvedTarget): boolean {
  return readsUserRow(target) && !namesUsers(target);
}
