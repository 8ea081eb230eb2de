import { Injectable } from '@nestjs/common';
import { Database, prepared, type Statements, type Tx } from '#platform/db';
import type { ClaimedFeed, Feed, FeedState } from '../model/feed.types.js';

const COLUMNS = `f.app_id AS "appId", f.catalog_id AS "catalogId", f.url, f.every_seconds AS "everySeconds", f.format,
  f.removes_absent AS "removesAbsent", f.simulator, f.sealed, f.etag, f.last_modified AS "lastModified"`;
/** A call and its items take less; after that another process tries. */
const LEASE = "interval '20 minutes'";

/** First key of this advisory lock; no other lock has it. */
const CLAIM_LOCK = 3_406;

/** Statements of `catalogs.feed`. */
@Injectable()
export class FeedRepository {
  constructor(private readonly db: Database) {}

  async list(on: Statements, appId: number): Promise<Feed[]> {
    return on.rows<Feed>(`SELECT ${COLUMNS} FROM catalogs.feed AS f WHERE f.app_id = $1`, [appId]);
  }

  async listStates(on: Statements, appId: number): Promise<FeedState[]> {
    return on.rows<FeedState>(
      `SELECT f.catalog_id AS "catalogId", f.url, f.tried_at AS "triedAt", f.succeeded_at AS "succeededAt",
              f.due_at AS "dueAt", f.error
         FROM catalogs.feed AS f WHERE f.app_id = $1`,
      [appId],
    );
  }

  /** Adds a feed, or changes it: it is called at once, and its old answer counts no longer. */
  async store(tx: Tx, feed: Omit<Feed, 'etag' | 'lastModified'>): Promise<void> {
    await tx.affected(
      `INSERT INTO catalogs.feed (catalog_id, app_id, url, every_seconds, format, removes_absent, simulator, sealed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (catalog_id) DO UPDATE
          SET url = excluded.url, every_seconds = excluded.every_seconds, format = excluded.format,
              removes_absent = excluded.removes_absent, simulator = excluded.simulator, sealed = excluded.sealed,
              etag = NULL, last_modified = NULL, due_at = now()`,
      [
        feed.catalogId,
        feed.appId,
        feed.url,
        feed.everySeconds,
        feed.format,
        feed.removesAbsent,
        feed.simulator,
        feed.sealed,
      ],
    );
  }

  async delete(tx: Tx, appId: number, catalogId: number): Promise<void> {
    await tx.affected('DELETE FROM catalogs.feed AS f WHERE f.app_id = $1 AND f.catalog_id = $2', [appId, catalogId]);
  }

  /** Tests if a feed is due, without a transaction · feed_due. */
  async hasDue(): Promise<boolean> {
    const row = await this.db.row<{ found: boolean }>(
      prepared('SELECT EXISTS (SELECT FROM catalogs.feed AS f WHERE f.due_at <= now()) AS found'),
    );
    return row?.found ?? false;
  }

  /**
   * Takes a feed of the application whose last call began longest ago, and that has no other call now · feed_due ·
   * claims run one after the other, so that none misses the call that another begins. Others leave it alone for a while.
   */
  async claim(): Promise<ClaimedFeed | undefined> {
    return this.db.tx(async (tx) => {
      await tx.rows('SELECT pg_advisory_xact_lock($1, 0)', [CLAIM_LOCK]);
      return tx.row<ClaimedFeed>(
        `UPDATE catalogs.feed AS f
            SET due_at = now() + ${LEASE}, lease_until = now() + ${LEASE}, tried_at = now()
           FROM catalogs.catalog AS c
          WHERE c.catalog_id = f.catalog_id AND f.catalog_id = (
            SELECT d.catalog_id
              FROM catalogs.feed AS d
              JOIN LATERAL (SELECT max(o.tried_at) AS tried_at, max(o.lease_until) AS lease_until
                              FROM catalogs.feed AS o WHERE o.app_id = d.app_id) AS app ON true
             WHERE d.due_at <= now() AND coalesce(app.lease_until <= now(), true)
             ORDER BY app.tried_at NULLS FIRST, d.due_at LIMIT 1)
          RETURNING ${COLUMNS}, c.name AS catalog, f.due_at::text AS lease`,
        [],
      );
    });
  }

  /** Notes how a call ended, unless the feed has changed since. @param error  null: it was good */
  async noteEnd(
    { appId, catalogId, everySeconds, lease }: ClaimedFeed,
    { error, etag, lastModified }: { error: string | null } & Pick<Feed, 'etag' | 'lastModified'>,
  ): Promise<void> {
    await this.db.affected(
      `UPDATE catalogs.feed AS f
          SET error = $4, succeeded_at = CASE WHEN $4::text IS NULL THEN now() ELSE f.succeeded_at END,
              etag = $5, last_modified = $6, due_at = now() + make_interval(secs => $3::integer)
        WHERE f.app_id = $7 AND f.catalog_id = $1 AND f.due_at = $2::timestamptz`,
      [catalogId, lease, everySeconds, error, etag, lastModified, appId],
    );
    await this.db.affected(
      `UPDATE catalogs.feed AS f SET lease_until = NULL
        WHERE f.app_id = $1 AND f.catalog_id = $2 AND f.lease_until = $3::timestamptz`,
      [appId, catalogId, lease],
    );
  }
}
