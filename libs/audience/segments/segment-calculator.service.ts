import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '#platform/app';
import { Recurring } from '#platform/background';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService, type Logger, reportFault } from '#platform/runtime';
import type { PredictionModel } from '../prediction/prediction.types.js';
import { AudienceService } from '../recipients/audience.service.js';
import { ALL_PLATFORMS, compareVersions, MemberCollector, type MemberSlice } from '../segment-store/member-slices.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { parseSegmentTarget } from '../segment-store/segment-target.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import type { ClaimedSegment } from '../segment-store/segment.types.js';
import { dependsOnTime, fingerprint } from '../segment-updates/rule-dependencies.js';
import { SegmentUpdaterService } from '../segment-updates/segment-updater.service.js';
import type { Target } from '../targets/target.js';
import { MemberCollectionService } from './member-collection.service.js';

/** Longer than any statement of a calculation. The lease is renewed after each statement. */
const LEASE_MS = 120_000;
/** A stopping process waits at most about this long for the segments of all applications. */
const MAX_RUN_MS = 20_000;
/** Calculations take at most about this share of one core of the database. */
const MAX_DATABASE_SHARE = 0.02;
/** A small segment is calculated this often. */
const MIN_PAUSE_MS = 60_000;
/** A calculation by the index costs milliseconds. */
const MIN_PAUSE_BY_INDEX_MS = 10_000;
const MAX_PAUSE_MS = 2 * 3_600_000;
/** A segment that follows the change feed is calculated only as a check. */
const MIN_PAUSE_FOLLOWED_MS = 600_000;
/** The updater locks a segment for a few milliseconds. */
const MAX_COMMIT_ATTEMPTS = 5;
/** Pause after a target that cannot be evaluated, for example because its attribute was removed. */
const FAILED_PAUSE_MS = 300_000;
/** Sends and page readers finish on the version that they started with. */
const RETENTION_MS = 3_600_000;
/** Days for which sizes are kept. */
const SIZE_DAYS = 365;

/**
 * The members that a calculation collected.
 *
 * @property followed  the rule and a snapshot taken before the first read; null: the change feed cannot update the segment
 */
interface CollectedMembers {
  model: PredictionModel | null;
  isByIndex: boolean;
  tookMs: number;
  calculatedAt: Date;
  followed: { tree: Target; position: string; rule: unknown } | null;
}

/** Each segment has its own schedule; this is how soon a due one is noticed. */
const CHECK_MS = 5_000;

/** Calculates segments. Several processes may run it: each segment is claimed, and its epoch fences the claim. */
@Injectable()
export class SegmentCalculatorService {
  constructor(
    private readonly db: Database,
    private readonly audience: AudienceService,
    private readonly collection: MemberCollectionService,
    private readonly segments: SegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly updater: SegmentUpdaterService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Calculates the segments that are due, the longest overdue first.
   *
   * @param appId  only segments of this application
   * @returns how many segments were claimed
   */
  @Recurring('segments.calculate', CHECK_MS)
  async calculateDue(appId?: number): Promise<number> {
    const until = this.clock.now().getTime() + MAX_RUN_MS;
    let count = 0;
    while (this.clock.now().getTime() < until) {
      const claimed = await this.segments.claimDue(LEASE_MS, appId);
      if (!claimed) {
        break;
      }
      count += 1;
      await this.calculate(claimed);
    }
    await this.slices.deleteSuperseded(RETENTION_MS);
    if (count > 0) {
      await this.segments.deleteOldSizes(SIZE_DAYS);
    }
    return count;
  }

  private async calculate(claimed: ClaimedSegment): Promise<void> {
    const { appId, segmentId } = claimed;
    const startedAt = this.clock.now();
    const position = await this.segments.currentSnapshot();
    const collector = new MemberCollector();
    try {
      const { tree, prediction } = parseSegmentTarget(claimed.target);
      const target = await this.audience.resolve(appId, tree);
      const collected = await this.collection.collect({ appId, target, prediction }, collector, () =>
        this.segments.renewClaim(claimed, LEASE_MS),
      );
      if (!collected) {
        return;
      }
      const tookMs = this.clock.now().getTime() - startedAt.getTime();
      await this.commit(claimed, collector, {
        ...collected,
        tookMs,
        calculatedAt: startedAt,
        // A score depends on all customers: the change of one user is not enough to update it.
        followed: prediction ? null : { tree, position, rule: fingerprint(target) },
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') {
        throw error;
      }
      reportFault(this.logger, 'segment target cannot be evaluated', error, { appId, segmentId });
      await this.segments.postpone(claimed, FAILED_PAUSE_MS, error.message);
    } finally {
      collector.dispose();
    }
  }

  /** Publishes the collected members as a version, updated to the moment of the commit. */
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
        // A rollback means that the updater changed the segment's row first.
        if (attempt === MAX_COMMIT_ATTEMPTS || !isRolledBack(error instanceof AppError ? error.cause : error)) {
          throw error;
        }
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
    const served = await this.findServed(tx, claimed);
    const isUnchanged = served !== undefined && areEqual(served, slices);
    const userCount = slices.reduce((sum, { platform, n }) => sum + (platform === ALL_PLATFORMS ? n : 0), 0);
    await this.segments.completeCalculation(tx, claimed, {
      userCount: isUnchanged ? null : userCount,
      calculatedAt,
      pauseMs,
      model,
      position,
      rule: followed?.rule ?? null,
    });
    await this.segments.noteSize(tx, claimed);
    if (!isUnchanged) {
      // The first version is no change: who follows a segment from now on reads its members.
      for (const changes of served ? compareVersions(served, slices) : []) {
        await this.updater.addMembershipChanges(tx, claimed, changes);
      }
      await this.slices.replaceVersion(tx, claimed.appId, claimed.segmentId, claimed.epoch, slices);
    }
  }

  /** The members that are served; undefined: none were ever calculated. */
  private async findServed(
    tx: Tx,
    { appId, segmentId, currentVersion }: ClaimedSegment,
  ): Promise<MemberSlice[] | undefined> {
    return currentVersion === null ? undefined : this.slices.findAll(tx, appId, segmentId, currentVersion);
  }
}

/** Tests if two versions have the same members. */
function areEqual(served: readonly MemberSlice[], calculated: readonly MemberSlice[]): boolean {
  return (
    served.length === calculated.length &&
    served.every(({ platform, slice, members }, i) => {
      const other = calculated[i];
      return other?.platform === platform && other.slice === slice && other.members.equals(members);
    })
  );
}
