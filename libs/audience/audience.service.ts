import { Inject, Injectable } from '@nestjs/common';
import { EventDefinitionService } from '#libs/events';
import { UserLookupService, type UserAddress, type AttributeDefinition } from '#libs/users';
import { ClockService } from '#platform/runtime';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AudienceRepository } from './audience.repository.js';
import type { BucketRange, RecipientGroup, RecipientRange } from './audience.types.js';
import { IndexEvaluator } from './bitmaps/index-evaluator.service.js';
import { IndexReader } from './bitmaps/index-reader.service.js';
import type { Events } from './behaviour/resolve-behaviour.js';
import { ALL_BUCKETS, bucketRanges } from './bucket-ranges.js';
import { readsUsers, type Members } from './predicate.sql.js';
import { addressesOf, namesOf, resolveTarget, type Names } from './resolve-target.js';
import { memberSet } from './segments/member-set.js';
import { SegmentMembers } from './segments/segment-members.js';
import { SegmentRepository } from './segments/segment.repository.js';
import { memberLeaves, namesThem, type ResolvedTarget, type SegmentLeaf, type Target } from './target.js';

const NO_ATTRIBUTES: ReadonlyMap<string, AttributeDefinition> = new Map();
const NO_EVENTS: Events = { find: () => undefined };

/** Answers who a target means: how many, and in which order they are sent to. */
@Injectable()
export class AudienceService {
  constructor(
    private readonly users: UserLookupService,
    private readonly events: EventDefinitionService,
    private readonly audiences: AudienceRepository,
    private readonly segments: SegmentRepository,
    private readonly members: SegmentMembers,
    private readonly reader: IndexReader,
    private readonly evaluator: IndexEvaluator,
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
    const used = namesOf(target);
    const attributes = used.codes.length > 0 ? await this.users.getAttributesByCode(appId, used.codes) : NO_ATTRIBUTES;
    const addresses = addressesOf(target, attributes);
    const names: Names = {
      appId,
      attributes,
      tagIds: used.tags.length > 0 ? await this.users.findTagIds(appId, used.tags) : new Map<string, number>(),
      segments: new Map(
        used.segments.length > 0
          ? (await this.segments.findByNames(appId, used.segments)).map((segment) => [segment.name, segment])
          : [],
      ),
      instIds:
        used.tokens.length > 0 ? [...new Set((await this.users.findInstIdsByTokens(appId, used.tokens)).values())] : [],
      holders: await this.holders(appId, addresses),
      events: used.events.length > 0 ? await this.events.getCatalogueFor(appId, used.events) : NO_EVENTS,
      now: this.clock.now(),
    };
    return resolveTarget(target, names);
  }

  /** Distinct users who match, from the rows. */
  async count(appId: number, target: Target): Promise<number> {
    return this.countRows(appId, await this.resolve(appId, target));
  }

  /** Distinct users who match, from the rows: exact as of now. A target with segments is counted range by range. */
  async countRows(appId: number, resolved: ResolvedTarget): Promise<number> {
    const ranges = memberLeaves(resolved).length > 0 ? await this.ranges(appId) : [ALL_BUCKETS];
    let users = 0;
    for (const range of ranges) {
      users += await this.audiences.count(appId, resolved, range, await this.members.read(appId, resolved, range));
    }
    return users;
  }

  /**
   * Recipients in a range of buckets, ordered by bucket: installation ids for push, uids for e-mail and SMS. Only those
   * that can be reached as of now; delivery looks again.
   */
  async recipients(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientGroup[]> {
    const found = await this.byIndex(appId, target, range);
    if (found) {
      return this.read(appId, found.wanted, range, found.members);
    }
    const groups: RecipientGroup[] = [];
    for (const part of await this.judgedAtOnce(appId, target, range)) {
      groups.push(...(await this.read(appId, target, part, await this.members.read(appId, target, part))));
    }
    return groups;
  }

  private async read(
    appId: number,
    wanted: ResolvedTarget,
    range: RecipientRange,
    members: Members,
  ): Promise<RecipientGroup[]> {
    return range.kind === 'push'
      ? this.audiences.findInstallations(appId, wanted, range, members)
      : this.audiences.findUsers(appId, wanted, range, members);
  }

  /** A range in parts whose users one statement can judge: those of few recipients may have millions of users. */
  private async judgedAtOnce(appId: number, target: ResolvedTarget, range: RecipientRange): Promise<RecipientRange[]> {
    if (!isJudged(target)) {
      return [range];
    }
    return (await this.ranges(appId)).flatMap(({ vbFrom, vbTo }) => {
      const part = { ...range, vbFrom: Math.max(vbFrom, range.vbFrom), vbTo: Math.min(vbTo, range.vbTo) };
      return part.vbFrom < part.vbTo ? [part] : [];
    });
  }

  /**
   * As `recipients` of all buckets, for several targets: together where they name users, which costs little more than
   * one of them. @returns the groups of each target, in their order
   */
  async recipientsOfEach(
    appId: number,
    targets: readonly ResolvedTarget[],
    reach: Omit<RecipientRange, keyof BucketRange>,
  ): Promise<RecipientGroup[][]> {
    const named = targets.flatMap((target) => (target.type === 'extIds' ? [target] : []));
    if (reach.kind === 'push' && !reach.lastActiveDevice && named.length === targets.length) {
      return this.audiences.findInstallationsOfEach(appId, named, reach);
    }
    const groups: RecipientGroup[][] = [];
    for (const target of targets) {
      groups.push(await this.recipients(appId, target, { ...reach, ...ALL_BUCKETS }));
    }
    return groups;
  }

  /**
   * The users whom a target means, found by the index once that has everything committed before the question: rows are
   * then read by membership, which costs less than judging each. Undefined where the rows tell on their own, and where a
   * target names its users: a single send waits for no index.
   */
  private async byIndex(
    appId: number,
    target: ResolvedTarget,
    range: BucketRange,
  ): Promise<{ wanted: ResolvedTarget; members: Members } | undefined> {
    if (!isJudged(target)) {
      return undefined;
    }
    try {
      const index = await this.reader.findCurrent(appId);
      const uids = index && (await this.evaluator.find(index, target, range));
      if (!uids) {
        return undefined;
      }
      const found: SegmentLeaf = { type: 'segment', mode: 'any', segments: [] };
      return { wanted: found, members: new Map([[found, memberSet(uids, range.vbFrom, range.vbTo)]]) };
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
      return undefined;
    }
  }

  /** All buckets in ranges that one statement each can look through. */
  async ranges(appId: number): Promise<BucketRange[]> {
    return bucketRanges(await this.users.countAllocatedUids(appId));
  }

  /**
   * All buckets in ranges that one statement each can read the recipients of: few ranges for a narrow target, however many
   * users there are, where the index says how many it means.
   */
  async rangesOf(appId: number, target: ResolvedTarget): Promise<BucketRange[]> {
    const users = isJudged(target) || memberLeaves(target).length > 0 ? await this.expected(appId, target) : undefined;
    return users === undefined ? this.ranges(appId) : bucketRanges(users);
  }

  /** About how many users a target means, by the index as it is. */
  private async expected(appId: number, target: ResolvedTarget): Promise<number | undefined> {
    try {
      const index = await this.reader.find(appId);
      return index && (await this.evaluator.count(appId, index, target));
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
      return undefined;
    }
  }

  private async holders(appId: number, addresses: ReturnType<typeof addressesOf>): Promise<Map<string, UserAddress[]>> {
    const holders = new Map<string, UserAddress[]>();
    for (const kind of ['email', 'msisdn'] as const) {
      const found =
        addresses[kind].length > 0 ? await this.users.findUsersByAddresses(appId, kind, addresses[kind]) : [];
      for (const holder of found) {
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
function isJudged(target: ResolvedTarget): boolean {
  return readsUsers(target) && !namesThem(target);
}
