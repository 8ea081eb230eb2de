import { Inject, Injectable } from '@nestjs/common';
import { ClockService } from '#platform/runtime';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { BUCKETS } from '#platform/ids';
import type { Logger } from '#platform/runtime';
import { LOGGER } from '#platform/app';
import { AudienceRepository } from '../sql-engine/audience.repository.js';
import { AudienceService } from '../recipients/audience.service.js';
import type { BucketRange } from '../sql-engine/audience.types.js';
import type { LeafMembers } from '../sql-engine/predicate.sql.js';
import type { ResolvedTarget, SegmentLeaf, Target } from '../targets/target.js';
import { fingerprint, dependsOnTime } from './incremental/rule-dependencies.js';
import { SegmentUpdaterService } from './incremental/segment-updater.service.js';
import { createMemberSet } from '../sql-engine/member-set.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { IndexEvaluatorService } from '../bitmap-index/query/index-evaluator.service.js';
import { IndexReaderService } from '../bitmap-index/cache/index-reader.service.js';
import { PredictorService } from '../prediction/predictor.service.js';
import type { PredictionResult, Prediction, PredictionModel } from '../prediction/prediction.types.js';
import { LeafMembersService } from '../segment-store/leaf-members.service.js';
import { ALL_PLATFORMS, MemberCollector, type MemberSlice } from '../segment-store/member-slices.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import type { ClaimedSegment } from '../segment-store/segment.types.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';

/** Longer than any statement of a calculation; renewed after each. */
const LEASE_MS = 120_000;
/** One call works about so long, so that a process that is to stop does not wait for all segments of all applications. */
const MAX_RUN_MS = 20_000;
/** Calculations take at most about this share of one core of the database, and small segments are at most a minute old. */
const MAX_DATABASE_SHARE = 0.02;
const MIN_PAUSE_MS = 60_000;
/** By the index a calculation costs milliseconds. */
const MIN_PAUSE_BY_INDEX_MS = 10_000;
const MAX_PAUSE_MS = 2 * 3_600_000;
/** What is kept up to the change feed is calculated as a check, and for what the feed does not tell. */
const MIN_PAUSE_FOLLOWED_MS = 600_000;
/** Whoever follows the change feed holds a segment for moments. */
const MAX_COMMIT_ATTEMPTS = 5;
/** A target that cannot be evaluated, because an attribute of it is gone. */
const FAILED_PAUSE_MS = 300_000;
/** Sends and readers of pages that began on a version end on it. */
const RETENTION_MS = 3_600_000;

/**
 * What a calculation collected.
 *
 * @property followed  the rule, as of a snapshot from before anything was read; null: the change feed tells nothing of it
 */
interface CollectedMembers {
  model: PredictionModel | null;
  isByIndex: boolean;
  tookMs: number;
  calculatedAt: Date;
  followed: { tree: Target; position: string; rule: unknown } | null;
}

/** Keeps segments calculated. Several processes may do so at once: each segment is claimed, and its epoch fences. */
@Injectable()
export class SegmentCalculatorService {
  constructor(
    private readonly db: Database,
    private readonly audience: AudienceService,
    private readonly audienceRepository: AudienceRepository,
    private readonly leafMembers: LeafMembersService,
    private readonly predictor: PredictorService,
    private readonly indexReader: IndexReaderService,
    private readonly indexEvaluator: IndexEvaluatorService,
    private readonly segments: SegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly updater: SegmentUpdaterService,
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
    const until = this.clock.now().getTime() + MAX_RUN_MS;
    let looked = 0;
    while (this.clock.now().getTime() < until) {
      const claimed = await this.segments.claimDue(LEASE_MS, appId);
      if (!claimed) {
        break;
      }
      looked += 1;
      await this.calculate(claimed);
    }
    await this.slices.deleteSuperseded(RETENTION_MS);
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
      await this.commit(claimed, collector, {
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
    const keepAlive = (): Promise<boolean> => this.segments.renewClaim(claimed, LEASE_MS);
    const predicted = prediction && (await this.predictor.predict(appId, prediction, keepAlive));
    if (prediction && !predicted) {
      return undefined;
    }
    if (!predicted && (await this.collectByIndex(appId, target, collector))) {
      return (await keepAlive()) ? { model: null, isByIndex: true } : undefined;
    }
    for (const range of await this.audience.listRanges(appId)) {
      const members = await this.leafMembers.readMembers(appId, target, range);
      const { wanted: narrowed, among } = predicted
        ? restrictToPredicted(target, members, predicted, range)
        : { wanted: target, among: members };
      for (const { platform, uids } of await this.audienceRepository.findMembers(appId, narrowed, range, among)) {
        collector.add(platform, uids);
      }
      if (!(await keepAlive())) {
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
      const index = await this.indexReader.findCurrent(appId);
      const isCollected =
        index !== undefined &&
        (await this.indexEvaluator.findMembers(appId, index, target, (platform, slice, uids) =>
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
  private async commit(
    claimed: ClaimedSegment,
    collector: MemberCollector,
    collected: CollectedMembers,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.db.snapshot((tx) => this.commitOnce(tx, claimed, collector, collected));
        return;
      } catch (error) {
        if (attempt === MAX_COMMIT_ATTEMPTS || !isRolledBack(error instanceof AppError ? error.cause : error)) {
          throw error;
        }
        // Whoever follows the change feed had the segment's row meanwhile.
      }
    }
  }

  private async commitOnce(
    tx: Tx,
    claimed: ClaimedSegment,
    collector: MemberCollector,
    { followed, model, isByIndex, tookMs, calculatedAt }: CollectedMembers,
  ): Promise<void> {
    if (!(await this.segments.lockClaimed(tx, claimed))) {
      return;
    }
    const position = followed && (await this.updater.catchUp(tx, { ...followed, appId: claimed.appId }, collector));
    const minPauseMs =
      position && !dependsOnTime(followed.tree)
        ? MIN_PAUSE_FOLLOWED_MS
        : isByIndex
          ? MIN_PAUSE_BY_INDEX_MS
          : MIN_PAUSE_MS;
    const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(minPauseMs, Math.round(tookMs / MAX_DATABASE_SHARE)));
    const slices = collector.slices();
    const isServed = await this.isServed(tx, claimed, slices);
    const userCount = slices.reduce((sum, { platform, n }) => sum + (platform === ALL_PLATFORMS ? n : 0), 0);
    await this.segments.completeCalculation(tx, claimed, {
      userCount: isServed ? null : userCount,
      calculatedAt,
      pauseMs,
      model,
      position,
      rule: followed?.rule ?? null,
    });
    if (!isServed) {
      await this.slices.replaceVersion(tx, claimed.appId, claimed.segmentId, claimed.epoch, slices);
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
        const calculated = slices[i];
        return calculated?.platform === platform && calculated.slice === slice && calculated.members.equals(members);
      })
    );
  }
}

/** The target, of the users who were predicted alone. */
function restrictToPredicted(
  target: ResolvedTarget,
  members: LeafMembers,
  { uids }: PredictionResult,
  { vbFrom, vbTo }: BucketRange,
): { wanted: ResolvedTarget; among: LeafMembers } {
  const leaf: SegmentLeaf = { type: 'segment', mode: 'any', segments: [] };
  const uidsInRange = Array.from(uids.filter((uid) => uid % BUCKETS >= vbFrom && uid % BUCKETS < vbTo));
  return {
    wanted: { type: 'and', of: [leaf, target] },
    among: new Map([...members, [leaf, createMemberSet(uidsInRange, vbFrom, vbTo)]]),
  };
}
