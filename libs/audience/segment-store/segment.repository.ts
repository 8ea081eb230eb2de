import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { PredictionModel } from '../prediction/prediction.types.js';
import type { NamedSegment } from '../targets/resolve-target.js';
import { ALL_PLATFORMS } from './member-slices.js';
import type { ClaimedSegment, ListedSegment, SegmentType } from './segment.types.js';

/** A stored definition; its target has the form of the specification. */
export interface DefinedSegment {
  segmentId: number;
  name: string;
  type: SegmentType;
  target: unknown;
}

/**
 * The result of a calculation.
 *
 * @property userCount  null when the members equal those of the served version
 * @property position   a snapshot as text: the members contain all feed changes that it sees; null: not followed
 * @property rule       the meaning of the target's names
 */
export interface CalculationResult {
  userCount: number | null;
  calculatedAt: Date;
  pauseMs: number;
  model: PredictionModel | null;
  position: string | null;
  rule: unknown;
}

/** @property day  ISO date, of UTC */
export interface SegmentSize {
  segmentId: number;
  day: string;
  users: number;
}

/** @property calculatedAt  when its current version was calculated; null: never */
export interface DatedSegment extends NamedSegment {
  calculatedAt: Date | null;
}

/**
 * Statements of `audience.segment`: a few rows per application. In SQL, because its rows are claimed, fenced and locked,
 * and TypeORM has no column type for `position` (`pg_snapshot`).
 */
@Injectable()
export class SegmentRepository {
  constructor(private readonly db: Database) {}

  /** Live segments by name · one row per name that exists · segment_name. */
  async findByNames(appId: number, names: readonly string[]): Promise<NamedSegment[]> {
    return this.db.rows<NamedSegment>(
      `SELECT s.name, s.segment_id AS "segmentId", s.current_version AS version
       FROM audience.segment AS s WHERE s.app_id = $1 AND s.name = ANY ($2::text[]) AND s.deleted_at IS NULL`,
      [appId, names],
    );
  }

  /** Live segments in order of creation · tens of rows · segment_name. */
  async listCurrent(appId: number): Promise<DatedSegment[]> {
    return this.db.rows<DatedSegment>(
      `SELECT s.name, s.segment_id AS "segmentId", s.current_version AS version, s.calculated_at AS "calculatedAt"
       FROM audience.segment AS s WHERE s.app_id = $1 AND s.deleted_at IS NULL ORDER BY s.segment_id`,
      [appId],
    );
  }

  /** One live segment · primary key. */
  async find(appId: number, segmentId: number): Promise<NamedSegment | undefined> {
    return this.db.row<NamedSegment>(
      `SELECT s.name, s.segment_id AS "segmentId", s.current_version AS version
       FROM audience.segment AS s WHERE s.segment_id = $2 AND s.app_id = $1 AND s.deleted_at IS NULL`,
      [appId, segmentId],
    );
  }

  /**
   * Live segments in order of creation, with their number of members; with a platform, of members who have an
   * installation of it · tens of rows · segment_name; the sum by primary key, one row per million users.
   */
  async list(appId: number, platform: number): Promise<ListedSegment[]> {
    return this.db.rows<ListedSegment>(
      `SELECT s.segment_id AS id, s.name, s.type, s.fault AS reason,
              floor(extract(epoch FROM s.calculated_at) * 1000)::bigint AS "calculatedAt",
              CASE WHEN s.fault IS NOT NULL THEN 'FAILED' WHEN s.current_version IS NULL THEN 'WAITING' ELSE 'READY' END
                AS state,
              CASE WHEN $2 = ${ALL_PLATFORMS} THEN s.user_count ELSE coalesce(
                (SELECT sum(m.n) FROM audience.segment_slice AS m
                 WHERE m.app_id = $1 AND m.segment_id = s.segment_id AND m.version = s.current_version AND m.platform = $2), 0)
              END::bigint AS "userCount"
       FROM audience.segment AS s WHERE s.app_id = $1 AND s.deleted_at IS NULL ORDER BY s.segment_id`,
      [appId, platform],
    );
  }

  async listDefinitions(on: Statements, appId: number): Promise<DefinedSegment[]> {
    return on.rows<DefinedSegment>(
      `SELECT s.segment_id AS "segmentId", s.name, s.type, s.target
       FROM audience.segment AS s WHERE s.app_id = $1 AND s.deleted_at IS NULL ORDER BY s.segment_id`,
      [appId],
    );
  }

  async insert(tx: Tx, appId: number, segment: Omit<DefinedSegment, 'segmentId'>): Promise<void> {
    await tx.affected('INSERT INTO audience.segment (app_id, name, type, target) VALUES ($1, $2, $3, $4::jsonb)', [
      appId,
      segment.name,
      segment.type,
      JSON.stringify(segment.target),
    ]);
  }

  /**
   * Changes the target · 1 row. The old members are served until the next calculation ends. A running calculation is
   * fenced off.
   */
  async updateTarget(
    tx: Tx,
    appId: number,
    segmentId: number,
    { type, target }: Pick<DefinedSegment, 'type' | 'target'>,
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.segment AS s SET type = $4, target = $3::jsonb, epoch = s.epoch + 1, due_at = now(), lease_until = NULL, position = NULL,
           fault = NULL
       WHERE s.segment_id = $2 AND s.app_id = $1`,
      [appId, segmentId, JSON.stringify(target), type],
    );
  }

  /** Deletes a segment · 1 row and its slices. Sends that already read its members continue. */
  async delete(tx: Tx, appId: number, segmentId: number): Promise<void> {
    await tx.affected(
      'UPDATE audience.segment AS s SET deleted_at = now(), epoch = s.epoch + 1, position = NULL WHERE s.segment_id = $2 AND s.app_id = $1',
      [appId, segmentId],
    );
    await tx.affected(
      `UPDATE audience.segment_slice AS m SET superseded_at = now()
       WHERE m.app_id = $1 AND m.segment_id = $2 AND m.superseded_at IS NULL`,
      [appId, segmentId],
    );
  }

  /**
   * Claims the segment that is due longest · one row · a scan of this small table. The epoch decides between two claims
   * without holding a lock.
   *
   * @param appId  only this application
   * @returns undefined when none is due, or another process was faster
   */
  async claimDue(leaseMs: number, appId?: number): Promise<ClaimedSegment | undefined> {
    return this.db.row<ClaimedSegment>(
      `UPDATE audience.segment AS s
       SET epoch = s.epoch + 1, lease_until = now() + $1 * interval '1 millisecond'
       FROM (SELECT c.segment_id, c.epoch FROM audience.segment AS c
             WHERE c.deleted_at IS NULL AND c.target IS NOT NULL AND c.due_at <= now()
               AND (c.lease_until IS NULL OR c.lease_until < now()) AND ($2::integer IS NULL OR c.app_id = $2)
             ORDER BY c.due_at, c.segment_id LIMIT 1) AS due
       WHERE s.segment_id = due.segment_id AND s.epoch = due.epoch
       RETURNING s.app_id AS "appId", s.segment_id AS "segmentId", s.epoch, s.current_version AS "currentVersion", s.target`,
      [leaseMs, appId ?? null],
    );
  }

  /** @returns false when the claim is lost */
  async renewClaim({ appId, segmentId, epoch }: ClaimedSegment, leaseMs: number): Promise<boolean> {
    const renewed = await this.db.affected(
      `UPDATE audience.segment AS s SET lease_until = now() + $4 * interval '1 millisecond'
       WHERE s.segment_id = $2 AND s.app_id = $1 AND s.epoch = $3`,
      [appId, segmentId, epoch, leaseMs],
    );
    return renewed > 0;
  }

  /** The snapshot before the first read of a calculation. */
  async currentSnapshot(): Promise<string> {
    const row = await this.db.row<{ snapshot: string }>('SELECT platform.settled_snapshot()::text AS snapshot');
    return row?.snapshot ?? '';
  }

  /**
   * Locks a claimed segment against the updater · 1 row.
   *
   * @returns false when the claim is lost
   */
  async lockClaimed(tx: Tx, { appId, segmentId, epoch }: ClaimedSegment): Promise<boolean> {
    const row = await tx.row(
      `SELECT FROM audience.segment AS s
       WHERE s.segment_id = $2 AND s.app_id = $1 AND s.epoch = $3 AND s.deleted_at IS NULL FOR NO KEY UPDATE`,
      [appId, segmentId, epoch],
    );
    return row !== undefined;
  }

  /**
   * Releases a claim after a failure and sets the next calculation · 1 row, unless the claim is lost.
   *
   * @param fault  why, for the clients that list segments
   */
  async postpone({ appId, segmentId, epoch }: ClaimedSegment, pauseMs: number, fault: string): Promise<void> {
    await this.db.affected(
      `UPDATE audience.segment AS s
       SET lease_until = NULL, due_at = now() + $4 * interval '1 millisecond', fault = $5
       WHERE s.segment_id = $2 AND s.app_id = $1 AND s.epoch = $3`,
      [appId, segmentId, epoch, pauseMs, fault],
    );
  }

  /**
   * Completes the calculation of a locked segment · 1 row.
   *
   * @param version  userCount null: the served version stays
   */
  async completeCalculation(
    tx: Tx,
    { segmentId, currentVersion, epoch }: ClaimedSegment,
    version: CalculationResult,
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.segment AS s
       SET current_version = $2, user_count = coalesce($3, s.user_count), calculated_at = $4, lease_until = NULL,
           due_at = now() + $5 * interval '1 millisecond', model = $6::jsonb, position = $7::pg_snapshot, rule = $8::jsonb,
           as_of = now(), fault = NULL
       WHERE s.segment_id = $1`,
      [
        segmentId,
        version.userCount === null ? currentVersion : epoch,
        version.userCount,
        version.calculatedAt,
        version.pauseMs,
        version.model && JSON.stringify(version.model),
        version.position,
        version.rule === null ? null : JSON.stringify(version.rule),
      ],
    );
  }

  /** Notes the size of today after a calculation; the last one of a day stays · 1 row · primary key. */
  async noteSize(tx: Tx, { appId, segmentId }: ClaimedSegment): Promise<void> {
    await tx.affected(
      `INSERT INTO audience.segment_size AS z (app_id, segment_id, day, users)
       SELECT s.app_id, s.segment_id, (now() AT TIME ZONE 'UTC')::date, s.user_count
         FROM audience.segment AS s WHERE s.segment_id = $2 AND s.app_id = $1
       ON CONFLICT (app_id, segment_id, day) DO UPDATE SET users = excluded.users WHERE z.users <> excluded.users`,
      [appId, segmentId],
    );
  }

  /** Sizes of the last days, by day · some hundred rows · primary key. */
  async listSizes(appId: number, days: number): Promise<SegmentSize[]> {
    return this.db.rows<SegmentSize>(
      `SELECT z.segment_id AS "segmentId", to_char(z.day, 'YYYY-MM-DD') AS day, z.users FROM audience.segment_size AS z
        WHERE z.app_id = $1 AND z.day > (now() AT TIME ZONE 'UTC')::date - $2::integer ORDER BY z.segment_id, z.day`,
      [appId, days],
    );
  }

  /** Deletes sizes of days that are gone, and those of deleted segments · a scan of this small table. */
  async deleteOldSizes(days: number): Promise<void> {
    await this.db.affected(
      `DELETE FROM audience.segment_size AS z
        WHERE z.day <= (now() AT TIME ZONE 'UTC')::date - $1::integer
           OR EXISTS (SELECT FROM audience.segment AS s
                       WHERE s.segment_id = z.segment_id AND s.app_id = z.app_id AND s.deleted_at IS NOT NULL)`,
      [days],
    );
  }
}
