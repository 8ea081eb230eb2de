import { Injectable } from '@nestjs/common';
import { Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { PredictionModel } from '../prediction/prediction.types.js';
import {
  ALL_PLATFORMS,
  compareVersions,
  type MemberCollector,
  type MemberSlice,
} from '../segment-store/member-slices.js';
import { SegmentSliceRepository } from '../segment-store/segment-slice.repository.js';
import { SegmentRepository } from '../segment-store/segment.repository.js';
import type { ClaimedSegment } from '../segment-store/segment.types.js';
import { dependsOnTime } from '../segment-updates/rule-dependencies.js';
import { SegmentUpdaterService } from '../segment-updates/segment-updater.service.js';
import type { Target } from '../targets/target.js';

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

/** Publishes the members of a calculation, and notes in the change feed who joined and left. */
@Injectable()
export class SegmentPublisherService {
  constructor(
    private readonly db: Database,
    private readonly segments: SegmentRepository,
    private readonly slices: SegmentSliceRepository,
    private readonly updater: SegmentUpdaterService,
  ) {}

  /** Publishes the collected members as a version, updated to the moment of the commit. */
  async publish(claimed: ClaimedSegment, collector: MemberCollector, collected: CollectedMembers): Promise<void> {
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
