import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { UnmatchedCount, UnmatchedName } from '../model/event.types.js';

/** Names per application: the ones seen last. */
const MAX_NAMES = 1000;

/** Statements of `events.unmatched`. */
@Injectable()
export class UnmatchedEventRepository {
  constructor(private readonly db: Database) {}

  /**
   * For: undefined names · rows: one per name, up to 1000 a request · primary key · locks: those rows, in the
   * order of their names, so that requests wait for each other and never deadlock. Comes last in its transaction,
   * because all requests with the same misspelt name lock the same row.
   */
  async addCounts(tx: Tx, appId: number, unmatched: readonly UnmatchedCount[]): Promise<void> {
    const newest = unmatched.slice(-MAX_NAMES);
    const rows = await tx.rows<{ isNew: boolean }>(
      `INSERT INTO events.unmatched AS u (app_id, name, count, last_uid, last_ext_id, last_example)
       SELECT $1, n.name, n.count, n.last_uid, n.last_ext_id, n.last_example
       FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
         AS n (name, count, last_uid, last_ext_id, last_example)
       ORDER BY n.name COLLATE "C"
       ON CONFLICT (app_id, name) DO UPDATE
       SET count = u.count + excluded.count, last_at = now(), last_uid = excluded.last_uid,
           last_ext_id = excluded.last_ext_id, last_example = excluded.last_example
       RETURNING u.first_at = now() AS "isNew"`,
      [
        appId,
        newest.map(({ name }) => name),
        newest.map(({ count }) => count),
        newest.map(({ lastUid }) => lastUid ?? null),
        newest.map(({ lastExtId }) => lastExtId ?? null),
        newest.map(({ lastExample }) => lastExample),
      ],
    );
    if (rows.some(({ isNew }) => isNew)) {
      await this.deleteOldest(tx, appId);
    }
  }

  /** The names of an application, latest first · up to 1000 rows · primary key. */
  async list(appId: number): Promise<UnmatchedName[]> {
    return this.db.rows<UnmatchedName>(
      `SELECT u.name, u.count, u.first_at AS "firstAt", u.last_at AS "lastAt", u.last_example AS "lastExample"
       FROM events.unmatched AS u WHERE u.app_id = $1 ORDER BY u.last_at DESC, u.name`,
      [appId],
    );
  }

  /** Examples that name a user · up to 1000 rows are read · primary key. */
  async findExamples(appId: number, uids: readonly number[], extId: string): Promise<Partial<UnmatchedName>[]> {
    return this.db.rows(
      `SELECT u.name, u.last_at AS "lastAt", u.last_example AS "lastExample" FROM events.unmatched AS u
       WHERE u.app_id = $1 AND (u.last_uid = ANY ($2::bigint[]) OR u.last_ext_id = $3) ORDER BY u.last_at, u.name`,
      [appId, uids, extId],
    );
  }

  /** Deletes names that are defined now · up to some tens of rows · primary key. */
  async deleteByNames(tx: Tx, appId: number, names: readonly string[]): Promise<void> {
    await tx.affected('DELETE FROM events.unmatched AS u WHERE u.app_id = $1 AND u.name = ANY ($2::text[])', [
      appId,
      names,
    ]);
  }

  /** Moves the examples of one user to another · up to 1000 rows · primary key. */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected('UPDATE events.unmatched AS u SET last_uid = $3 WHERE u.app_id = $1 AND u.last_uid = $2', [
      appId,
      fromUid,
      toUid,
    ]);
  }

  /** Erases the examples of some users and the references to them; the counts stay · up to 1000 rows · primary key. */
  async eraseExamples(tx: Tx, appId: number, uids: readonly number[], extIds: readonly string[]): Promise<void> {
    await tx.affected(
      `UPDATE events.unmatched AS u SET last_uid = NULL, last_ext_id = NULL, last_example = NULL
       WHERE u.app_id = $1 AND (u.last_uid = ANY ($2::bigint[]) OR u.last_ext_id = ANY ($3::text[]))`,
      [appId, uids, extIds],
    );
  }

  /** Keeps the newest names. Rows that another request has locked are skipped, because waiting could deadlock. */
  private async deleteOldest(tx: Tx, appId: number): Promise<void> {
    await tx.affected(
      `DELETE FROM events.unmatched AS u WHERE u.app_id = $1 AND u.name IN (
         SELECT o.name FROM events.unmatched AS o WHERE o.app_id = $1 AND o.name IN (
           SELECT s.name FROM events.unmatched AS s WHERE s.app_id = $1 ORDER BY s.last_at DESC, s.name OFFSET $2)
         FOR UPDATE SKIP LOCKED)`,
      [appId, MAX_NAMES],
    );
  }
}
