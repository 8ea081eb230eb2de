import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AudienceRepository } from '../audience.repository.js';
import { AudienceService } from '../audience.service.js';
import type { BucketRange } from '../audience.types.js';
import type { Members } from '../predicate.sql.js';
import type { ResolvedTarget, SegmentLeaf, Target } from '../target.js';
import { fingerprint, movesWithTime } from './freshening/reading.js';
import { SegmentFreshener } from './freshening/segment-freshener.service.js';
import { memberSet } from './member-set.js';
import { parseSegmentTarget } from './segment-target.js';
import { IndexEvaluator } from '../bitmaps/index-evaluator.service.js';
import { IndexReader } from '../bitmaps/index-reader.service.js';
import { Predictor } from '../prediction/predictor.service.js';
import type { Predicted, Prediction, PredictionModel } from '../prediction/prediction.types.js';
import { SegmentMembers } from './segment-members.js';
import { EVERYONE, MemberCollector, type MemberSlice } from './member-slices.js';
import { SegmentRepository } from './segment.repository.js';
import type { ClaimedSegment } from './segment.types.js';
import { SliceRepository } from './slice.repository.js';

/** Longer than any statement of a calculation; renewed after each. */
const LEASE_MS = 120_000;
/** One call works about so long, so that a process that is to stop does not wait for all segments of all applications. */
const TURN_MS = 20_000;
/** Calculations take at most about this share of one core of the database, and small segments are at most a minute old. */
const SHARE = 0.02;
const LEAST_PAUSE_MS = 60_000;
/** By the index a calculation costs milliseconds. */
const LEAST_PAUSE_BY_INDEX_MS = 10_000;
const MOST_PAUSE_MS = 2 * 3_600_000;
/** What is kept up to the change feed is calculated as a check, and for what the feed does not tell. */
const LEAST_PAUSE_FRESH_MS = 600_000;
/** Whoever follows the change feed holds a segment for moments. */
const SETTLE_ATTEMPTS = 5;
/** A target that cannot be evaluated, because an attribute of it is gone. */
const FAILED_PAUSE_MS = 300_000;
/** Sends and readers of pages that began on a version end on it. */
const KEEP_MS = 3_600_000;

/**
 * What a calculation collected.
 *
 * @property followed  the rule, as of a snapshot from before anything was read; null: the change feed tells nothing of it
 */
interface Collected {
  model: PredictionModel | null;
  isByIndex: boolean;
  tookMs: number;
  calculatedAt: Date;
  followed: { tree: Target; position: string; rule: unknown } | null;
}

/** Keeps segments calculated. Several processes may do so at once: each segment is claimed, and its epoch fences. */
@Injectable()
export class SegmentCalculator {
  constructor(
    private readonly db: Database,
    private readonly audience: AudienceService,
    private readonly audiences: AudienceRepository,
    private readonly members: SegmentMembers,
    private readonly predictor: Predictor,
    private readonly reader: IndexReader,
    private readonly evaluator: IndexEvaluator,
    private readonly segments: SegmentRepository,
    private readonly slices: SliceRepository,
    private readonly freshener: SegmentFreshener,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Calculates what is due, the longest waiting first.
   *
   * @param appId  of this application only
   * @returns how many segments were looked at
   */
  async calculateDue(appId?: number): Promise<number> {
    const until = this.clock.now().getTime() + TURN_MS;
    let looked = 0;
    while (this.clock.now().getTime() < until) {
      const claimed = await this.segments.claimDue(LEASE_MS, appId);
      if (!claimed) {
        break;
      }
      looked += 1;
      await this.calculate(claimed);
    }
    await this.slices.deleteSuperseded(KEEP_MS);
    return looked;
  }

  private async calculate(claimed: ClaimedSegment): Promise<void> {
    const { appId, segmentId } = claimed;
    const startedAt = this.clock.now();
    const position = await this.segments.currentSnapshot();
    const collector = new MemberCollector();
    try {
      const { tree, prediction } = parseSegmentTarget(claimed.target);
      const target = await this.audience.resolve(appId, tree);
      const collected = await this.collect(claimed, target, prediction, collector);
      if (!collected) {
        return;
      }
      const tookMs = this.clock.now().getTime() - startedAt.getTime();
      await this.settle(claimed, collector, {
        ...collected,
        tookMs,
        calculatedAt: startedAt,
        // Scores are of everybody together: one user's change tells nothing.
        followed: prediction ? null : { tree, position, rule: fingerprint(target) },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') {
        throw error;
      }
      this.logger.warn({ appId, segmentId, err: error }, 'the target of a segment cannot be evaluated');
      await this.segments.postpone(claimed, FAILED_PAUSE_MS);
    } finally {
      collector.dispose();
    }
  }

  /** @returns undefined when another process has taken over, or the target has changed */
  private async collect(
    claimed: ClaimedSegment,
    target: ResolvedTarget,
    prediction: Prediction | undefined,
    collector: MemberCollector,
  ): Promise<{ model: PredictionModel | null; isByIndex: boolean } | undefined> {
    const { appId } = claimed;
    const alive = (): Promise<boolean> => this.segments.renew(claimed, LEASE_MS);
    const predicted = prediction && (await this.predictor.find(appId, prediction, alive));
    if (prediction && !predicted) {
      return undefined;
    }
    if (!predicted && (await this.collectByIndex(appId, target, collector))) {
      return (await alive()) ? { model: null, isByIndex: true } : undefined;
    }
    for (const range of await this.audience.ranges(appId)) {
      const members = await this.members.read(appId, target, range);
      const { wanted, among } = predicted
        ? within(target, members, predicted, range)
        : { wanted: target, among: members };
      for (const { platform, uids } of await this.audiences.findMembers(appId, wanted, range, among)) {
        collector.add(platform, uids);
      }
      if (!(await alive())) {
        return undefined;
      }
    }
    return { model: predicted?.model ?? null, isByIndex: false };
  }

  /**
   * By the bitmap index, where the application has one that has everything committed until now. What it cannot tell, such as
   * what users did, is read from the rows for that leaf alone.
   *
   * @returns false when the rows are to be asked: then nothing was collected
   */
  private async collectByIndex(appId: number, target: ResolvedTarget, collector: MemberCollector): Promise<boolean> {
    try {
      const index = await this.reader.findCurrent(appId);
      const isCollected =
        index !== undefined &&
        (await this.evaluator.findMembers(appId, index, target, (platform, slice, uids) =>
          collector.addSlice(platform, slice, uids),
        ));
      if (isCollected) {
        return true;
      }
    } catch (error) {
      this.logger.warn({ err: error, appId }, 'the audience index did not answer');
    }
    collector.clear();
    return false;
  }

  /** Serves what was collected, brought up to the moment at which it is served. */
  private async settle(claimed: ClaimedSegment, collector: MemberCollector, collected: Collected): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.db.snapshot((tx) => this.settleOnce(tx, claimed, collector, collected));
        return;
      } catch (error) {
        if (attempt === SETTLE_ATTEMPTS || !isRolledBack(error instanceof AppError ? error.cause : error)) {
          throw error;
        }
        // Whoever follows the change feed had the segment's row meanwhile.
      }
    }
  }

  private async settleOnce(
    tx: Tx,
    claimed: ClaimedSegment,
    collector: MemberCollector,
    { followed, model, isByIndex, tookMs, calculatedAt }: Collected,
  ): Promise<void> {
    if (!(await this.segments.hold(tx, claimed))) {
      return;
    }
    const position = followed && (await this.freshener.catchUp(tx, { ...followed, appId: claimed.appId }, collector));
    const least =
      position && !movesWithTime(followed.tree)
        ? LEAST_PAUSE_FRESH_MS
        : isByIndex
          ? LEAST_PAUSE_BY_INDEX_MS
          : LEAST_PAUSE_MS;
    const pauseMs = Math.min(MOST_PAUSE_MS, Math.max(least, Math.round(tookMs / SHARE)));
    const slices = collector.slices();
    const isServed = await this.isServed(tx, claimed, slices);
    const userCount = slices.reduce((sum, { platform, n }) => sum + (platform === EVERYONE ? n : 0), 0);
    await this.segments.settle(tx, claimed, {
      userCount: isServed ? null : userCount,
      calculatedAt,
      pauseMs,
      model,
      position,
      rule: followed?.rule ?? null,
    });
    if (!isServed) {
      await this.slices.replace(tx, claimed.appId, claimed.segmentId, claimed.epoch, slices);
    }
  }

  /** Whether the members are those of the version that is served: then it stays. */
  private async isServed(
    tx: Tx,
    { appId, segmentId, currentVersion }: ClaimedSegment,
    slices: MemberSlice[],
  ): Promise<boolean> {
    if (currentVersion === null) {
      return false;
    }
    const served = await this.slices.findAll(tx, appId, segmentId, currentVersion);
    return (
      served.length === slices.length &&
      served.every(({ platform, slice, members }, i) => {
        const other = slices[i];
        return other?.platform === platform && other.slice === slice && other.members.equals(members);
      })
    );
  }
}

/** The target, of the users who were predicted alone. */
function within(
  target: ResolvedTarget,
  members: Members,
  { uids }: Predicted,
  { vbFrom, vbTo }: BucketRange,
): { wanted: ResolvedTarget; among: Members } {
  const found: SegmentLeaf = { type: 'segment', mode: 'any', segments: [] };
  const mine = Array.from(uids.filter((uid) => uid % BUCKETS >= vbFrom && uid % BUCKETS < vbTo));
  return {
    wanted: { type: 'and', of: [found, target] },
    among: new Map([...members, [found, memberSet(mine, vbFrom, vbTo)]]),
  };
}
