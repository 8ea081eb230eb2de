import { Injectable } from '@nestjs/common';
import { ALL_EACH, bigintArray, Database, ONE_EACH, type Statements, type Tx } from '#platform/db';

/** An anonymous user that was merged into another one. */
export interface Alias {
  uid: number;
  toUid: number;
}

/**
 * A place where results of a user may lie. @property recipientId  null: any of the bucket, as an earlier release
 * recorded it
 */
export interface ResultPlace {
  uid: number;
  vb: number;
  recipientId: number | null;
}

/** Statements of `users.alias` and `users.installation_past`, which lead from former ids to a present user. */
@Injectable()
export class AliasRepository {
  constructor(private readonly db: Database) {}

  /** Records a merge · 1 row · the merged uid is never used again, so nothing can conflict. */
  async insert(tx: Tx, appId: number, { uid, toUid }: Alias): Promise<void> {
    await tx.affected(
      'INSERT INTO users.alias (vb, app_id, uid, to_uid) VALUES ($2::bigint % 1024, $1, $2::bigint, $3)',
      [appId, uid, toUid],
    );
  }

  /**
   * Aliases of some users, with all other aliases of the same users · none or a few rows · primary key, alias_to_uid. A
   * named user is never merged, so one step is enough.
   */
  async findRelated(appId: number, uids: readonly number[]): Promise<Alias[]> {
    return this.db.rows<Alias>(
      `SELECT a.uid, a.to_uid AS "toUid" FROM users.alias AS a
       WHERE a.app_id = $1 AND a.to_uid IN (
         SELECT found.to_uid FROM unnest($2::bigint[]) AS q (uid)
         CROSS JOIN LATERAL (
           SELECT o.to_uid FROM users.alias AS o
           WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid ${ONE_EACH}) AS found)
       ORDER BY a.uid`,
      [appId, uids],
    );
  }

  /** Users that were merged into some present ones · none or a few rows · alias_to_uid. */
  async findMergedUsers(appId: number, toUids: readonly number[]): Promise<Alias[]> {
    return this.db.rows<Alias>(
      'SELECT a.uid, a.to_uid AS "toUid" FROM users.alias AS a WHERE a.app_id = $1 AND a.to_uid = ANY ($2::bigint[])',
      [appId, toUids],
    );
  }

  /** Present users into which some were merged · none or a few rows · primary key. */
  async findMergedInto(on: Statements, appId: number, uids: readonly number[]): Promise<number[]> {
    const rows = await on.rows<{ toUid: number }>(
      `SELECT DISTINCT found.to_uid AS "toUid" FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT a.to_uid FROM users.alias AS a
         WHERE a.vb = q.uid % 1024 AND a.app_id = $1 AND a.uid = q.uid ${ONE_EACH}) AS found`,
      [appId, uids],
    );
    return rows.map(({ toUid }) => toUid);
  }

  /**
   * Finds a page of users with a merge since a moment, or shortly before it: such a merge may have been committed later ·
   * alias_recent.
   *
   * @param among  these users alone; absent: all
   */
  async findMergedSince(
    tx: Tx,
    appId: number,
    since: string,
    { among, after = 0, limit = 10_000 }: { among?: readonly number[]; after?: number; limit?: number },
  ): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `SELECT DISTINCT a.to_uid AS uid FROM users.alias AS a
        WHERE a.app_id = $1 AND a.created_at >= $2::timestamptz - interval '10 minutes' AND a.to_uid > $3
          AND ($4::bigint[] IS NULL OR a.to_uid = ANY ($4))
        ORDER BY uid LIMIT $5`,
      [appId, since, after, among ? bigintArray(among) : null, limit],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Finds where a merged user went, and when · none or 1 row · primary key. */
  async findMerge(appId: number, uid: number): Promise<{ toUid: number; mergedAt: Date } | undefined> {
    return this.db.row(
      `SELECT a.to_uid AS "toUid", a.created_at AS "mergedAt" FROM users.alias AS a
       WHERE a.vb = $2::bigint % 1024 AND a.app_id = $1 AND a.uid = $2`,
      [appId, uid],
    );
  }

  /** Records that an installation of this user belongs to another user now · 1 row, primary key. */
  async insertFormerInstallation(tx: Tx, appId: number, uid: number, instId: number): Promise<void> {
    await tx.affected(
      `INSERT INTO users.installation_past (vb, app_id, uid, inst_id) VALUES ($2::bigint % 1024, $1, $2::bigint, $3)
       ON CONFLICT DO NOTHING`,
      [appId, uid, instId],
    );
  }

  /** Moves the former installations of a merged user · a few rows · primary key. */
  async moveFormerInstallations(tx: Tx, appId: number, { uid, toUid }: Alias): Promise<void> {
    await tx.affected(
      `WITH deleted AS (
         DELETE FROM users.installation_past AS p
         WHERE p.vb = $2::bigint % 1024 AND p.app_id = $1 AND p.uid = $2 RETURNING p.inst_id)
       INSERT INTO users.installation_past (vb, app_id, uid, inst_id)
       SELECT $3::bigint % 1024, $1, $3::bigint, g.inst_id FROM deleted AS g ON CONFLICT DO NOTHING`,
      [appId, uid, toUid],
    );
  }

  /**
   * Recipients that may have results of a user: itself, its present and former installations, and users that were merged
   * into it · some rows · primary keys, alias_to_uid.
   */
  async findResultPlaces(appId: number, uids: readonly number[], tx?: Tx): Promise<ResultPlace[]> {
    return (tx ?? this.db).rows<ResultPlace>(
      `WITH device AS MATERIALIZED (
         SELECT f.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
           SELECT i.uid, i.inst_id FROM users.installation AS i
           WHERE i.vb = q.uid % 1024 AND i.app_id = $1 AND i.uid = q.uid ${ALL_EACH}) AS f),
       past AS MATERIALIZED (
         SELECT f.* FROM unnest($2::bigint[]) AS q (uid) CROSS JOIN LATERAL (
           SELECT p.uid, p.inst_id FROM users.installation_past AS p
           WHERE p.vb = q.uid % 1024 AND p.app_id = $1 AND p.uid = q.uid ${ALL_EACH}) AS f),
       merged AS MATERIALIZED (
         SELECT a.to_uid, a.uid FROM users.alias AS a WHERE a.app_id = $1 AND a.to_uid = ANY ($2::bigint[]))
       SELECT DISTINCT found.uid, found.id % 1024 AS vb, found.id AS "recipientId"
       FROM (SELECT q.uid, q.uid AS id FROM unnest($2::bigint[]) AS q (uid)
             UNION ALL SELECT d.uid, d.inst_id FROM device AS d
             UNION ALL SELECT p.uid, p.inst_id FROM past AS p
             UNION ALL SELECT m.to_uid, m.uid FROM merged AS m) AS found`,
      [appId, uids],
    );
  }
}
