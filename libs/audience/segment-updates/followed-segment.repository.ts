import { Injectable } from '@nestjs/common';
import { CONTACTS } from '#libs/channels/definitions';
import { Database, type Tx } from '#platform/db';
import { type Changes, hasPendingChanges, USER_CHANGES } from '#platform/outbox';

/** A segment that follows the change feed, with its row locked by this transaction. */
export interface FollowedSegment {
  appId: number;
  segmentId: number;
  version: number;
  target: unknown;
  /** The meaning of the target's names at the time of the calculation. */
  rule: unknown;
  /** Time since the members last had all changes. */
  lagMs: number;
  /** A snapshot (`pg_snapshot`) as text: the members contain all changes that it sees. */
  position: string;
}

/** Refusals of channels among those of categories: who can be reached is a condition of a segment. */
const REFUSALS = CONTACTS.flatMap(({ storage }) => ('refusal' in storage ? [storage.refusal] : []));

/** Changes that members may follow. */
const READ_KINDS = [...USER_CHANGES, 'event'];

/** Over the segments `p` of one position. Rows about categories count when they refuse a channel. */
const HAS_NEWS = hasPendingChanges({
  app: 'p.app_id',
  position: 'p.position::pg_snapshot',
  where: `o.kind = ANY ($3::text[]) AND (o.kind <> 'category' OR o.keys && $2::integer[])`,
});

/** Statements of `audience.segment` about positions in the change feed. */
@Injectable()
export class FollowedSegmentRepository {
  constructor(private readonly db: Database) {}

  /**
   * Applications with a segment that has pending changes, or a position older than a minute · a probe of outbox_app per
   * position. The segments of an application usually share one position.
   */
  async findBehind(appId?: number): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT p.app_id AS "appId"
       FROM (SELECT s.app_id, s.position::text AS position, min(s.as_of) AS as_of FROM audience.segment AS s
             WHERE s.position IS NOT NULL AND s.deleted_at IS NULL AND ($1::integer IS NULL OR s.app_id = $1)
             GROUP BY s.app_id, s.position::text) AS p
       WHERE p.as_of < now() - interval '1 minute' OR ${HAS_NEWS}
       GROUP BY p.app_id ORDER BY min(p.as_of)`,
      [appId ?? null, REFUSALS, READ_KINDS],
    );
    return rows.map((row) => row.appId);
  }

  /** Locks the followed segments of an application, except those locked by others · their rows. */
  async lockSegments(tx: Tx, appId: number): Promise<FollowedSegment[]> {
    return tx.rows<FollowedSegment>(
      `SELECT s.app_id AS "appId", s.segment_id AS "segmentId", s.current_version AS version, s.target, s.rule,
              floor(extract(epoch FROM now() - s.as_of) * 1000)::bigint AS "lagMs",
              s.position::text AS position
       FROM audience.segment AS s
       WHERE s.app_id = $1 AND s.position IS NOT NULL AND s.deleted_at IS NULL AND s.current_version IS NOT NULL
       ORDER BY s.segment_id FOR NO KEY UPDATE SKIP LOCKED`,
      [appId],
    );
  }

  /** Stops following a locked segment until its next calculation, which is due after a pause at the latest · 1 row. */
  async unfollow(tx: Tx, { appId, segmentId }: FollowedSegment, pauseMs: number): Promise<void> {
    await tx.affected(
      `UPDATE audience.segment AS s
       SET position = NULL, due_at = least(s.due_at, now() + $2 * interval '1 millisecond')
       WHERE s.segment_id = $1 AND s.app_id = $3`,
      [segmentId, pauseMs, appId],
    );
  }

  /**
   * Stops following segments whose changes are no longer in the feed, or whose position is from another server, and
   * makes them due · a few rows.
   */
  async unfollowLost(maxAgeMs: number): Promise<void> {
    await this.db.affected(
      `UPDATE audience.segment AS s SET position = NULL, due_at = least(s.due_at, now())
       WHERE s.position IS NOT NULL AND (s.as_of < now() - $1 * interval '1 millisecond'
          OR pg_snapshot_xmax(s.position) > pg_snapshot_xmax(pg_current_snapshot()))`,
      [maxAgeMs],
    );
  }

  /**
   * Records a change of members of a locked segment · 1 row.
   *
   * @returns the revision of the change
   */
  async recordChange(tx: Tx, { appId, segmentId }: FollowedSegment, more: number): Promise<number> {
    const row = await tx.row<{ revision: number }>(
      `UPDATE audience.segment AS s SET revision = s.revision + 1, user_count = s.user_count + $2
       WHERE s.segment_id = $1 AND s.app_id = $3 RETURNING s.revision`,
      [segmentId, more, appId],
    );
    if (!row) {
      throw new Error(`Segment ${segmentId} is gone, although it was locked`);
    }
    return row.revision;
  }

  /** Moves the position of an application's locked segments · their rows. */
  async advance(
    tx: Tx,
    appId: number,
    segments: readonly FollowedSegment[],
    { position, isCurrent }: Pick<Changes, 'position' | 'isCurrent'>,
  ): Promise<void> {
    await tx.affected(
      `UPDATE audience.segment AS s
       SET position = $2::pg_snapshot, as_of = CASE WHEN $3::boolean THEN now() ELSE s.as_of END
       WHERE s.segment_id = ANY ($1::integer[]) AND s.app_id = $4`,
      [segments.map(({ segmentId }) => segmentId), position, isCurrent, appId],
    );
  }
}
