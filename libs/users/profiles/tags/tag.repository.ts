import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

/** First key of this advisory lock; no other lock has it. */
const TAG_LOCK = 3_001;

/** Statements of `users.tag`: names and ids of an application's tags. Rows are never deleted or renumbered. */
@Injectable()
export class TagRepository {
  constructor(private readonly db: Database) {}

  /** Ids of the names that exist · one row per name · unique (app_id, name). */
  async findIds(appId: number, names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.db.rows<{ name: string; tagId: number }>(
      'SELECT t.name, t.tag_id AS "tagId" FROM users.tag AS t WHERE t.app_id = $1 AND t.name = ANY ($2::text[])',
      [appId, names],
    );
    return new Map(rows.map((row) => [row.name, row.tagId]));
  }

  /** Names that begin so in any case, in their order · at most `limit` rows · unique (app_id, name), all of the application. */
  async findNames(appId: number, begins: string, limit: number): Promise<string[]> {
    const rows = await this.db.rows<{ name: string }>(
      `SELECT t.name FROM users.tag AS t
       WHERE t.app_id = $1 AND starts_with(lower(t.name), lower($2)) ORDER BY t.name LIMIT $3`,
      [appId, begins, limit],
    );
    return rows.map(({ name }) => name);
  }

  /** Counts the names, up to `limit` · at most that number of rows · primary key. */
  async count(appId: number, limit: number): Promise<number> {
    const row = await this.db.row<{ count: number }>(
      'SELECT count(*) AS count FROM (SELECT FROM users.tag AS t WHERE t.app_id = $1 LIMIT $2) AS few',
      [appId, limit],
    );
    return row?.count ?? 0;
  }

  /**
   * Inserts missing names with ids after the highest one · rows: one per name · unique (app_id, name) · locks: one
   * advisory lock per application, so that two requests do not take the same id · why not a sequence: ids count per
   * application, and this schema must fit every kind of Postgres.
   */
  async insert(tx: Tx, appId: number, names: readonly string[]): Promise<void> {
    await tx.row('SELECT pg_advisory_xact_lock($1, $2)', [TAG_LOCK, appId]);
    await tx.affected(
      `INSERT INTO users.tag (app_id, tag_id, name)
       SELECT $1, last.id + row_number() OVER (ORDER BY q.name), q.name
       FROM unnest($2::text[]) AS q (name)
       CROSS JOIN (SELECT coalesce(max(t.tag_id), 0) AS id FROM users.tag AS t WHERE t.app_id = $1) AS last
       WHERE NOT EXISTS (SELECT FROM users.tag AS t WHERE t.app_id = $1 AND t.name = q.name)`,
      [appId, names],
    );
  }
}
