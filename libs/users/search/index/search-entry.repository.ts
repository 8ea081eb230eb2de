import { Injectable } from '@nestjs/common';
import { Database, numberArray, type Tx } from '#platform/db';

/** The parts of one user. */
export interface SearchEntry {
  uid: number;
  parts: readonly number[];
}

/** Work on the entries of an application: from which bucket on they are to be made. */
export interface SearchBuild {
  appId: number;
  nextVb: number;
}

/** Statements of `users.search_entry` and `users.search_build`. */
@Injectable()
export class SearchEntryRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores entries, and writes none that stays as it is · up to 1000 rows · primary key · locks: rows that change, in
   * the order of (vb, uid).
   */
  async upsert(tx: Tx, appId: number, entries: readonly SearchEntry[]): Promise<void> {
    if (entries.length > 0) {
      await tx.affected(
        `INSERT INTO users.search_entry AS e (vb, app_id, uid, parts)
         SELECT q.uid % 1024, $1, q.uid, q.parts::integer[] FROM unnest($2::bigint[], $3::text[]) AS q (uid, parts)
         ORDER BY q.uid % 1024, q.uid
         ON CONFLICT (vb, app_id, uid) DO UPDATE SET parts = excluded.parts WHERE e.parts <> excluded.parts`,
        [appId, entries.map(({ uid }) => uid), entries.map(({ parts }) => numberArray(parts))],
      );
    }
  }

  /** Deletes the entries of users that are gone or have no extId · up to 1000 rows · primary key. */
  async delete(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    if (uids.length > 0) {
      await tx.affected(
        `DELETE FROM users.search_entry AS e USING unnest($2::bigint[]) AS q (uid)
         WHERE e.vb = q.uid % 1024 AND e.app_id = $1 AND e.uid = q.uid`,
        [appId, uids],
      );
    }
  }

  /** Named users of a range of buckets · some thousand rows · primary key by (vb, app_id) · no locks. */
  async findNamed(tx: Tx, appId: number, vbFrom: number, vbTo: number): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `SELECT u.uid FROM users.app_user AS u
       WHERE u.app_id = $1 AND u.vb >= $2 AND u.vb < $3 AND u.ext_id IS NOT NULL ORDER BY u.vb, u.uid`,
      [appId, vbFrom, vbTo],
    );
    return rows.map(({ uid }) => uid);
  }

  /** Fingerprints of the entries of all applications · one row each. */
  async findFingerprints(): Promise<Map<number, string>> {
    const rows = await this.db.rows<{ appId: number; fields: string }>(
      'SELECT b.app_id AS "appId", b.fields FROM users.search_build AS b',
    );
    return new Map(rows.map(({ appId, fields }) => [appId, fields]));
  }

  /** Lets the entries of an application be made again, by other attributes · 1 row, primary key. */
  async begin(tx: Tx, appId: number, fields: string): Promise<void> {
    await tx.affected(
      `INSERT INTO users.search_build AS b (app_id, fields) VALUES ($1, $2)
       ON CONFLICT (app_id) DO UPDATE SET fields = excluded.fields, next_vb = 0, done_at = NULL`,
      [appId, fields],
    );
  }

  /** The next open work · 1 row · a scan of this small table · locks it, and skips locked ones. */
  async claimBuild(tx: Tx): Promise<SearchBuild | undefined> {
    return tx.row<SearchBuild>(
      `SELECT b.app_id AS "appId", b.next_vb AS "nextVb" FROM users.search_build AS b
       WHERE b.done_at IS NULL ORDER BY b.app_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
  }

  /** Moves the cursor · 1 row, locked already. */
  async advance(tx: Tx, appId: number, nextVb: number, isDone: boolean): Promise<void> {
    await tx.affected(
      `UPDATE users.search_build AS b SET next_vb = $2, done_at = CASE WHEN $3 THEN now() END WHERE b.app_id = $1`,
      [appId, nextVb, isDone],
    );
  }
}
