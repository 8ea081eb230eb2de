import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, isRolledBack, Semaphore, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import { OutboxRepository, intersectSnapshots, type Changes } from '#platform/outbox';
import { LOGGER } from '#platform/app';
import { AudienceService } from '../../audience.service.js';
import type { ResolvedTarget, Target } from '../../target.js';
import { EVERYONE, MemberCollector } from '../member-slices.js';
import { parseSegmentTarget } from '../segment-target.js';
import { SliceRepository } from '../slice.repository.js';
import { FreshnessRepository, type FollowedSegment } from './freshness.repository.js';
import { MemberJudge, settleMembers, slicesOf, type PlatformsOf } from './member-judge.service.js';
import { fingerprint, readingOf } from './reading.js';
import { touchedBy, type Touched } from './touched.js';

/** Rows of the change feed that one transaction follows. */
const ROWS = 2000;
/** Transactions of one application in a turn: others have theirs. */
const STEPS = 5;
/** A segment that more users than these changed for in one transaction costs less calculated as a whole. */
const MOST_TOUCHED = 20_000;
/** What is further behind the feed than this is left to the calculation. */
const MOST_LAG_MS = 180_000;
/** Positions move so often at least: what the feed has since is then never much to look through. */
const IDLE_MS = 60_000;
/** Following takes at most about this share of one core of the database for an application. */
const SHARE = 0.1;
/** The change feed is kept a day longer than this. */
const FEED_MS = 2 * 24 * 3_600_000;
/** A segment that is too hot to follow is calculated after this at the latest. */
const HOT_PAUSE_MS = 60_000;

/** A rule of the moment. */
interface Rule {
  target: ResolvedTarget;
  touched: Touched;
}

/**
 * Keeps the members of served segments up to the change feed between two calculations: rules are asked about those users
 * alone of whom something changed, and members, counts and position change in one transaction. The writer of a segment is
 * who holds its row; a crash leaves everything as it was.
 */
@Injectable()
export class SegmentFreshener {
  /** Names are looked up on a second connection while a transaction holds its own: one at a time, whatever the pool. */
  private readonly oneAtATime = new Semaphore(1);
  private readonly notBefore = new Map<number, number>();

  constructor(
    private readonly db: Database,
    private readonly outbox: OutboxRepository,
    private readonly audience: AudienceService,
    private readonly segments: FreshnessRepository,
    private readonly slices: SliceRepository,
    private readonly judge: MemberJudge,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Follows what was committed before. @param appId  of this application only, and at once */
  async follow(appId?: number): Promise<void> {
    await this.segments.dropLost(FEED_MS);
    for (const behind of await this.segments.findBehind(appId)) {
      const started = this.clock.now().getTime();
      if (appId === undefined && started < (this.notBefore.get(behind) ?? 0)) {
        continue;
      }
      try {
        for (let step = 0; step < STEPS && (await this.oneAtATime.run(() => this.step(behind))); step++) {
          // Each turn is one transaction.
        }
      } catch (error) {
        this.logger.error({ err: error, appId: behind }, 'segments were not kept fresh');
      }
      const ended = this.clock.now().getTime();
      this.notBefore.set(behind, ended + (ended - started) / SHARE);
    }
  }

  /**
   * Brings collected members, each of any moment since a position, up to a transaction's snapshot.
   *
   * @param position  a snapshot from before anything was collected
   * @returns the position that they are of; null when too much has changed, so that only another calculation helps
   */
  async catchUp(
    tx: Tx,
    { appId, position, tree }: { appId: number; position: string; tree: Target },
    into: MemberCollector,
  ): Promise<string | null> {
    return this.oneAtATime.run(async () => {
      const target = await this.audience.resolve(appId, tree);
      const reading = readingOf(target);
      let found: Changes = { changes: [], position, isCurrent: false };
      for (let step = 0; step < STEPS && !found.isCurrent; step++) {
        found = await this.outbox.changesSince(tx, appId, found.position, ROWS, [...reading.eventIds]);
        const touched = touchedBy(found.changes, reading);
        const uids = usersOf(touched);
        if (uids.length > MOST_TOUCHED) {
          return null;
        }
        const platforms = await this.judge.platformsOf(tx, appId, uids);
        const matching = await this.judge.matching(tx, appId, target, [...touched.judged]);
        settleMembers(into, touched, matching, platforms);
      }
      return found.isCurrent ? found.position : null;
    });
  }

  /** @returns whether more is left; false also when another process is the writer */
  private async step(appId: number): Promise<boolean> {
    try {
      return await this.db.snapshot(async (tx) => {
        // One snapshot for the changes and the truth: members are what was true at their position, to the letter.
        const held = await this.segments.lock(tx, appId);
        // Who is not that far looks at some changes twice, which changes nothing.
        const position = held.map((segment) => segment.position).reduce(intersectSnapshots, held[0]?.position ?? '');
        if (position === '') {
          return false;
        }
        // Names are looked up after the snapshot: who has a tag or an address since is in the feed then, or will be.
        const rules = await this.rulesOf(tx, appId, held);
        const eventIds = [...rules.values()].flatMap((target) => [...readingOf(target).eventIds]);
        const found = await this.outbox.changesSince(tx, appId, position, ROWS, [...new Set(eventIds)]);
        const kept = await this.settleAll(tx, appId, rules, found);
        if (found.changes.length > 0 || kept.some((segment) => segment.lagMs > IDLE_MS)) {
          await this.segments.advance(tx, appId, kept, found);
        }
        return !found.isCurrent;
      });
    } catch (error) {
      if (isRolledBack(error instanceof AppError ? error.cause : error)) {
        // A calculation or another process changed a row between this transaction's snapshot and its lock.
        return false;
      }
      throw error;
    }
  }

  /** What each rule stands for; segments whose rule stands for something else by now are given to the calculation. */
  private async rulesOf(
    tx: Tx,
    appId: number,
    held: readonly FollowedSegment[],
  ): Promise<Map<FollowedSegment, ResolvedTarget>> {
    const rules = new Map<FollowedSegment, ResolvedTarget>();
    const parsed = held.map((segment) => ({ segment, tree: parseSegmentTarget(segment.target).tree }));
    const targets = await this.resolveAll(
      appId,
      parsed.map(({ tree }) => tree),
    );
    for (const [i, { segment }] of parsed.entries()) {
      const target = targets[i];
      if (target && isDeepStrictEqual(asJson(fingerprint(target)), segment.rule)) {
        rules.set(segment, target);
      } else {
        await this.segments.drop(tx, segment, 0);
      }
    }
    return rules;
  }

  /** One look-up of names for all; undefined for what cannot be evaluated, because an attribute of it is gone. */
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

  /** @returns segments that are still followed */
  private async settleAll(
    tx: Tx,
    appId: number,
    rules: ReadonlyMap<FollowedSegment, ResolvedTarget>,
    found: Changes,
  ): Promise<FollowedSegment[]> {
    const kept: FollowedSegment[] = [];
    const work: [FollowedSegment, Rule][] = [];
    for (const [segment, target] of rules) {
      const touched = touchedBy(found.changes, readingOf(target));
      const users = usersOf(touched).length;
      const { lagMs } = segment;
      if (users > MOST_TOUCHED || (!found.isCurrent && lagMs > MOST_LAG_MS)) {
        const { segmentId } = segment;
        this.logger.warn(
          { appId, segmentId, users, lagMs },
          'a segment changes too fast to be kept fresh until it is calculated',
        );
        await this.segments.drop(tx, segment, HOT_PAUSE_MS);
        continue;
      }
      kept.push(segment);
      if (users > 0) {
        work.push([segment, { target, touched }]);
      }
    }
    const uids = new Set(work.flatMap(([, { touched }]) => usersOf(touched)));
    const platforms = await this.judge.platformsOf(tx, appId, [...uids]);
    for (const [segment, rule] of work) {
      await this.settle(tx, appId, segment, rule, platforms);
    }
    return kept;
  }

  private async settle(
    tx: Tx,
    appId: number,
    segment: FollowedSegment,
    { target, touched }: Rule,
    platforms: PlatformsOf,
  ): Promise<void> {
    const matching = await this.judge.matching(tx, appId, target, [...touched.judged]);
    const { segmentId, version } = segment;
    const stored = await this.slices.findSome(tx, appId, segmentId, version, slicesOf(touched));
    const members = MemberCollector.of(stored);
    try {
      settleMembers(members, touched, matching, platforms);
      const changed = members.changed();
      if (changed.length > 0) {
        const before = new Map(stored.map(({ platform, slice, n }) => [`${platform}/${slice}`, n]));
        const more = changed
          .filter(({ platform }) => platform === EVERYONE)
          .reduce((sum, { platform, slice, n }) => sum + n - (before.get(`${platform}/${slice}`) ?? 0), 0);
        const revision = await this.segments.change(tx, segment, more);
        await this.slices.put(tx, { appId, segmentId, version, revision }, changed);
      }
    } finally {
      members.dispose();
    }
  }
}

function usersOf({ judged, moved }: Touched): number[] {
  return [...new Set([...judged, ...moved])];
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
