import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Recurring } from '#platform/background';
import { ClockService, reportFault } from '#platform/runtime';
import { Semaphore } from '#platform/async';
import { cutInto } from '#platform/collections';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import {
  FeedReaderService,
  type FeedSelection,
  intersectSnapshots,
  OutboxRepository,
  USER_CHANGES,
} from '#platform/outbox';
import { LOGGER } from '#platform/app';
import { AudienceService } from '#libs/audience/recipients';
import type { ResolvedTarget, Target } from '../targets/target.js';
import { ALL_PLATFORMS, MemberCollector, type MembershipChanges } from '../segment-store/member-slices.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { FollowedSegmentRepository, type FollowedSegment } from './followed-segment.repository.js';
import { MemberMatcherService, applyMatches, listSlices, type UserPlatforms } from './member-matcher.service.js';
import { fingerprint, collectDependencies } from './rule-dependencies.js';
import { type ChangedUsers, findChangedUsers, type UserChanges } from './changed-users.js';

/** Users of one row of the change feed. */
const MAX_FEED_USERS = 10_000;
/** Rows of the change feed per transaction. */
const BATCH_ROWS = 2000;
/** Transactions of one application before the next application. */
const MAX_BATCHES = 5;
/** With more changed users in one transaction, a complete calculation is cheaper. */
const MAX_CHANGED_USERS = 20_000;
/** A segment that lags more is calculated instead. */
const MAX_LAG_MS = 180_000;
/** Positions move at least this often, so that little of the feed must be searched. */
const IDLE_MS = 60_000;
/** Updates take at most about this share of one core of the database per application. */
const MAX_DATABASE_SHARE = 0.1;
/** The change feed is kept one day longer than this. */
const MAX_FEED_AGE_MS = 2 * 24 * 3_600_000;
/** Latest calculation of a segment that changes too fast to follow. */
const OVERLOADED_PAUSE_MS = 60_000;

/** A rule and its changed users. */
interface ChangedRule {
  target: ResolvedTarget;
  changed: ChangedUsers;
}

type UserChange = (typeof USER_CHANGES)[number];

/** The followed segments of an application, with their rules, and the changes that they want. */
interface LockedSegments extends FeedSelection<UserChange> {
  rules: ReadonlyMap<FollowedSegment, ResolvedTarget>;
}

/**
 * Updates the members of served segments from the change feed between two calculations. Only changed users are matched.
 * Members, counts and position change in one transaction. The lock of the segment's row makes this process its only
 * writer; a crash changes nothing.
 */
@Injectable()
export class SegmentUpdaterService {
  /**
   * Resolving names takes a second connection while a transaction has its own. One at a time keeps the pool from
   * running out.
   */
  private readonly resolveLock = new Semaphore(1);
  private readonly notBefore = new Map<number, number>();

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly reader: FeedReaderService,
    private readonly audience: AudienceService,
    private readonly followedSegments: FollowedSegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly matcher: MemberMatcherService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Applies the changes committed before the call.
   *
   * @param appId  only this application, without waiting
   */
  @Recurring('segments.update', (config) => config.SEGMENT_FRESH_MS)
  async followFeed(appId?: number): Promise<void> {
    await this.followedSegments.unfollowLost(MAX_FEED_AGE_MS);
    for (const behind of await this.followedSegments.findBehind(appId)) {
      const started = this.clock.now().getTime();
      if (appId === undefined && started < (this.notBefore.get(behind) ?? 0)) {
        continue;
      }
      try {
        await this.resolveLock.run(() => this.follow(behind));
      } catch (error) {
        reportFault(this.logger, 'failed to update segments from the change feed', error, {
          level: 'error',
          appId: behind,
        });
      }
      const ended = this.clock.now().getTime();
      this.notBefore.set(behind, ended + (ended - started) / MAX_DATABASE_SHARE);
    }
  }

  /**
   * Updates collected members to a transaction's snapshot. Each may have been read at any time since a position.
   *
   * @param position  a snapshot from before the first read
   * @returns the position of the members; null when too much has changed, so that another calculation is needed
   */
  async catchUp(
    tx: Tx,
    { appId, position, tree }: { appId: number; position: string; tree: Target },
    collector: MemberCollector,
  ): Promise<string | null> {
    return this.resolveLock.run(async () => {
      const target = await this.audience.resolve(appId, tree);
      const dependencies = collectDependencies(target);
      let feed: UserChanges = { changes: [], position, isCurrent: false };
      for (let step = 0; step < MAX_BATCHES && !feed.isCurrent; step++) {
        const selection = { appId, position: feed.position, kinds: USER_CHANGES, eventIds: [...dependencies.eventIds] };
        feed = await this.outbox.changesSince(tx, selection, BATCH_ROWS);
        const changed = findChangedUsers(feed.changes, dependencies);
        const uids = listUsers(changed);
        if (uids.length > MAX_CHANGED_USERS) {
          return null;
        }
        const platforms = await this.matcher.findPlatforms(tx, appId, uids);
        const matching = await this.matcher.findMatching(tx, appId, target, [...changed.toMatch]);
        applyMatches(collector, changed, matching, platforms);
      }
      return feed.isCurrent ? feed.position : null;
    });
  }

  /** Adds changes of members to the change feed, in the transaction that stores the members. */
  async addMembershipChanges(
    tx: Tx,
    { appId, segmentId }: { appId: number; segmentId: number },
    { joined, left }: MembershipChanges,
  ): Promise<void> {
    for (const [kind, all] of [
      ['left', left],
      ['joined', joined],
    ] as const) {
      for (const uids of cutInto(all, MAX_FEED_USERS)) {
        await this.outbox.add(tx, { appId, kind, uids, keys: [segmentId] });
      }
    }
  }

  private async follow(appId: number): Promise<void> {
    await this.reader.follow<UserChange, LockedSegments>(
      {
        lock: (tx) => this.lockSegments(tx, appId),
        apply: async (tx, { rules }, feed) => {
          const followed = await this.updateSegments(tx, appId, rules, feed);
          if (feed.changes.length > 0 || followed.some((segment) => segment.lagMs > IDLE_MS)) {
            await this.followedSegments.advance(tx, appId, followed, feed);
          }
        },
      },
      { rows: BATCH_ROWS, transactions: MAX_BATCHES },
    );
  }

  private async lockSegments(tx: Tx, appId: number): Promise<LockedSegments | undefined> {
    const locked = await this.followedSegments.lockSegments(tx, appId);
    const [first] = locked;
    if (!first) {
      return undefined;
    }
    // A segment with an earlier position sees some changes twice, which has no effect.
    const position = locked.map((segment) => segment.position).reduce(intersectSnapshots, first.position);
    // Names are resolved after the snapshot: the feed reports users with newer tags or addresses.
    const rules = await this.resolveRules(tx, appId, locked);
    const eventIds = [...rules.values()].flatMap((target) => [...collectDependencies(target).eventIds]);
    return { appId, position, kinds: USER_CHANGES, eventIds: [...new Set(eventIds)], rules };
  }

  /** Resolves the rules. A segment whose rule has a new meaning is left to the calculation. */
  private async resolveRules(
    tx: Tx,
    appId: number,
    segments: readonly FollowedSegment[],
  ): Promise<Map<FollowedSegment, ResolvedTarget>> {
    const rules = new Map<FollowedSegment, ResolvedTarget>();
    const parsed = segments.map((segment) => ({ segment, tree: parseSegmentTarget(segment.target).tree }));
    const targets = await this.resolveAll(
      appId,
      parsed.map(({ tree }) => tree),
    );
    for (const [i, { segment }] of parsed.entries()) {
      const target = targets[i];
      if (target && isDeepStrictEqual(toJson(fingerprint(target)), segment.rule)) {
        rules.set(segment, target);
      } else {
        await this.followedSegments.unfollow(tx, segment, 0);
      }
    }
    return rules;
  }

  /** Resolves all names in one call. Undefined for a rule that cannot be evaluated because an attribute is gone. */
  private async resolveAll(appId: number, trees: Target[]): Promise<(ResolvedTarget | undefined)[]> {
    const all = await this.resolve(appId, { type: 'and', of: trees });
    if (all?.type === 'and') {
      return all.of;
    }
    const targets: (ResolvedTarget | undefined)[] = [];
    for (const tree of trees) {
      targets.push(await this.resolve(appId, tree));
    }
    return targets;
  }

  private async resolve(appId: number, tree: Target): Promise<ResolvedTarget | undefined> {
    try {
      return await this.audience.resolve(appId, tree);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') {
        return undefined;
      }
      throw error;
    }
  }

  /** @returns segments that remain followed */
  private async updateSegments(
    tx: Tx,
    appId: number,
    rules: ReadonlyMap<FollowedSegment, ResolvedTarget>,
    feed: UserChanges,
  ): Promise<FollowedSegment[]> {
    const followed: FollowedSegment[] = [];
    const work: [FollowedSegment, ChangedRule][] = [];
    for (const [segment, target] of rules) {
      const changed = findChangedUsers(feed.changes, collectDependencies(target));
      const users = listUsers(changed).length;
      const { lagMs } = segment;
      if (users > MAX_CHANGED_USERS || (!feed.isCurrent && lagMs > MAX_LAG_MS)) {
        const { segmentId } = segment;
        this.logger.warn(
          { appId, segmentId, users, lagMs },
          'segment changes too fast to update; it will be calculated',
        );
        await this.followedSegments.unfollow(tx, segment, OVERLOADED_PAUSE_MS);
        continue;
      }
      followed.push(segment);
      if (users > 0) {
        work.push([segment, { target, changed }]);
      }
    }
    const uids = new Set(work.flatMap(([, { changed }]) => listUsers(changed)));
    const platforms = await this.matcher.findPlatforms(tx, appId, [...uids]);
    for (const [segment, rule] of work) {
      await this.updateSegment(tx, appId, segment, rule, platforms);
    }
    return followed;
  }

  private async updateSegment(
    tx: Tx,
    appId: number,
    segment: FollowedSegment,
    { target, changed }: ChangedRule,
    platforms: UserPlatforms,
  ): Promise<void> {
    const matching = await this.matcher.findMatching(tx, appId, target, [...changed.toMatch]);
    const { segmentId, version } = segment;
    const stored = await this.slices.findSome(tx, appId, segmentId, version, listSlices(changed));
    const members = MemberCollector.fromStored(stored);
    try {
      applyMatches(members, changed, matching, platforms);
      const changedSlices = members.changedSlices();
      await this.addMembershipChanges(tx, { appId, segmentId }, members.membershipChanges());
      if (changedSlices.length > 0) {
        const before = new Map(stored.map(({ platform, slice, n }) => [`${platform}/${slice}`, n]));
        const more = changedSlices
          .filter(({ platform }) => platform === ALL_PLATFORMS)
          .reduce((sum, { platform, slice, n }) => sum + n - (before.get(`${platform}/${slice}`) ?? 0), 0);
        const revision = await this.followedSegments.recordChange(tx, segment, more);
        await this.slices.putSlices(tx, { appId, segmentId, version, revision }, changedSlices);
      }
    } finally {
      members.dispose();
    }
  }
}

function listUsers({ toMatch, platformsChanged }: ChangedUsers): number[] {
  return [...new Set([...toMatch, ...platformsChanged])];
}

function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
