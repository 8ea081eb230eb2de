import { Injectable } from '@nestjs/common';
import { bigintArray, Database, integerArray, prepared, type Statements, textArray, type Tx } from '#platform/db';
import type { ChangeKind } from './changes.types.js';

/** Stands for every application without a position of its own. */
const ANY_APPLICATION = 0;

export interface FeedPosition {
  position: string;
  movedAt: Date;
  /** The feed may have lost changes since. */
  isLost: boolean;
}

/** @property hasPosition  false: it still has that of all applications */
export interface BehindApplication {
  appId: number;
  hasPosition: boolean;
}

/** A constant of the sources as a literal. */
function quoted(constant: string): string {
  return `'${constant}'`;
}

/** A snapshot of another server, from which this database was restored. */
function isForeign(position: string): string {
  return `pg_snapshot_xmax(${position}) > pg_snapshot_xmax(pg_current_snapshot())`;
}

/** A position that may have lost changes. @param maxAgeMs  placeholder */
function isLost(alias: string, maxAgeMs: string): string {
  return `(${alias}.moved_at < now() - ${maxAgeMs} * interval '1 millisecond' OR ${isForeign(`${alias}.position`)})`;
}

/** Statements of `platform.feed_position`. */
@Injectable()
export class FeedPositionRepository {
  constructor(private readonly db: Database) {}

  /** Lets a new subscriber begin now · 1 row. */
  async begin(subscriber: string): Promise<void> {
    await this.db.affected(
      `INSERT INTO platform.feed_position (subscriber, app_id, position)
       VALUES ($1, ${ANY_APPLICATION}, platform.settled_snapshot()) ON CONFLICT DO NOTHING`,
      [subscriber],
    );
  }

  /**
   * Applications with changes that a subscriber has not applied, or whose position may have lost some · those of the feed
   * since its earliest position, all of it where a position is of another server · outbox_xid. Its constants stand in the
   * text, so that each connection plans it once: it runs every second, and planning is most of its cost.
   *
   * @param maxAgeMs  an older position may have lost changes, also where the feed has no row of the application any more
   */
  async findBehind(
    on: Statements,
    { name, kinds }: { name: string; kinds: readonly ChangeKind[] },
    maxAgeMs: number,
  ): Promise<BehindApplication[]> {
    return on.rows(
      prepared(`SELECT o.app_id AS "appId", p.app_id IS NOT NULL AS "hasPosition"
       FROM platform.feed_position AS f
       JOIN platform.outbox AS o ON o.kind IN (${kinds.map(quoted).join()}) AND o.xid >= (
         SELECT CASE WHEN ${isForeign('m.position')} THEN '0'::xid8 ELSE pg_snapshot_xmin(m.position) END
         FROM platform.feed_position AS m WHERE m.subscriber = ${quoted(name)} ORDER BY 1 LIMIT 1)
       LEFT JOIN platform.feed_position AS p ON p.subscriber = ${quoted(name)} AND p.app_id = o.app_id
       WHERE f.subscriber = ${quoted(name)} AND f.app_id = ${ANY_APPLICATION}
         AND (NOT pg_visible_in_snapshot(o.xid, coalesce(p.position, f.position))
           OR ${isForeign('coalesce(p.position, f.position)')})
       UNION
       SELECT p.app_id, true FROM platform.feed_position AS p
       WHERE p.subscriber = ${quoted(name)} AND p.app_id <> ${ANY_APPLICATION} AND ${isLost('p', String(maxAgeMs))}
       ORDER BY 1`),
    );
  }

  /**
   * Seconds since the oldest change was made that a subscriber has not applied; 0: it has all · those of the feed since its
   * earliest position · outbox_xid.
   */
  async findOldest(subscriber: string, kinds: readonly ChangeKind[]): Promise<number> {
    const row = await this.db.row<{ seconds: number | null }>(
      `SELECT extract(epoch FROM now() - min(o.created_at))::double precision AS seconds
       FROM platform.feed_position AS f
       JOIN platform.outbox AS o ON o.kind = ANY ($2::text[]) AND o.xid >= (
         SELECT pg_snapshot_xmin(m.position) FROM platform.feed_position AS m WHERE m.subscriber = $1 ORDER BY 1 LIMIT 1)
       LEFT JOIN platform.feed_position AS p ON p.subscriber = $1 AND p.app_id = o.app_id
       WHERE f.subscriber = $1 AND f.app_id = ${ANY_APPLICATION}
         AND NOT pg_visible_in_snapshot(o.xid, coalesce(p.position, f.position))`,
      [subscriber, kinds],
    );
    return Math.max(0, row?.seconds ?? 0);
  }

  /**
   * Finds the users among some about which the feed has events that a subscriber has not applied · rows of the feed since its
   * position, each once · outbox_app. Each event that was answered before this statement is one of them, or was applied.
   *
   * @param ignored  keys of events that do not count
   * @param kinds    changes that count beside events
   */
  async findPendingUsers(
    tx: Tx,
    subscriber: string,
    appId: number,
    { uids, ignored, kinds }: { uids: readonly number[]; ignored: readonly number[]; kinds: readonly ChangeKind[] },
  ): Promise<Set<number>> {
    if (uids.length === 0) {
      return new Set();
    }
    const position = `(SELECT f.position FROM platform.feed_position AS f
      WHERE f.subscriber = $1 AND f.app_id IN (${ANY_APPLICATION}, $2) ORDER BY f.app_id DESC LIMIT 1)`;
    const rows = await tx.rows<{ uid: number }>(
      `SELECT DISTINCT u.uid FROM platform.outbox AS o CROSS JOIN unnest(o.uids) AS u (uid)
       WHERE o.app_id = $2 AND o.xid >= pg_snapshot_xmin(${position})
         AND (o.kind = 'event' AND NOT o.keys <@ $4::integer[] OR o.kind = ANY ($5::text[]))
         AND NOT pg_visible_in_snapshot(o.xid, ${position}) AND u.uid = ANY ($3::bigint[])`,
      [subscriber, appId, bigintArray(uids), integerArray(ignored), textArray(kinds)],
    );
    return new Set(rows.map(({ uid }) => uid));
  }

  /**
   * Moves the positions of applications without pending changes, so that little of the feed must be searched. The others get
   * a position of their own before · their rows.
   *
   * @param tx  the snapshot of `findBehind`
   */
  async advanceIdle(tx: Tx, subscriber: string, behind: readonly number[], idleMs: number): Promise<void> {
    await tx.affected(
      `INSERT INTO platform.feed_position (subscriber, app_id, position, moved_at)
       SELECT f.subscriber, q.app_id, f.position, f.moved_at
       FROM platform.feed_position AS f CROSS JOIN unnest($2::integer[]) AS q (app_id)
       WHERE f.subscriber = $1 AND f.app_id = ${ANY_APPLICATION} ON CONFLICT DO NOTHING`,
      [subscriber, behind],
    );
    await tx.affected(
      `UPDATE platform.feed_position AS p SET position = platform.settled_snapshot(), moved_at = now()
       WHERE p.subscriber = $1 AND p.app_id <> ALL ($2::integer[]) AND p.moved_at < now() - $3 * interval '1 millisecond'`,
      [subscriber, behind, idleMs],
    );
  }

  /**
   * Locks the position of an application · 1 row · undefined when another process has it.
   *
   * @param maxAgeMs  an older position may have lost changes
   */
  async lock(tx: Tx, subscriber: string, appId: number, maxAgeMs: number): Promise<FeedPosition | undefined> {
    return tx.row<FeedPosition>(
      `SELECT p.position::text AS position, p.moved_at AS "movedAt", ${isLost('p', '$3')} AS "isLost"
       FROM platform.feed_position AS p WHERE p.subscriber = $1 AND p.app_id = $2 FOR NO KEY UPDATE SKIP LOCKED`,
      [subscriber, appId, maxAgeMs],
    );
  }

  /**
   * Moves a locked position to now, past all changes that were lost. Changes of these kinds from another server go: their
   * transactions lie in the future, so no position would ever have them · 1 row · outbox_app.
   */
  async advanceToNow(tx: Tx, subscriber: string, appId: number, kinds: readonly ChangeKind[]): Promise<void> {
    await tx.affected(
      `DELETE FROM platform.outbox AS o WHERE o.app_id = $1 AND o.kind = ANY ($2::text[])
         AND o.xid >= pg_snapshot_xmax(pg_current_snapshot())`,
      [appId, kinds],
    );
    await tx.affected(
      `UPDATE platform.feed_position AS p SET position = platform.settled_snapshot(), moved_at = now()
       WHERE p.subscriber = $1 AND p.app_id = $2`,
      [subscriber, appId],
    );
  }

  /** Moves a locked position · 1 row. */
  async advance(tx: Tx, subscriber: string, appId: number, position: string): Promise<void> {
    await tx.affected(
      `UPDATE platform.feed_position AS p SET position = $3::pg_snapshot, moved_at = now()
       WHERE p.subscriber = $1 AND p.app_id = $2`,
      [subscriber, appId, position],
    );
  }
}
