import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { lookupKey } from '../model/lookup-key.js';

/** A deleted user. @property vbs  buckets that may hold results */
export interface DeletedUser {
  uid: number;
  vbs: readonly number[];
}

/** Statements of `users.departed`. The bucket of a row is that of the user's extId. */
@Injectable()
export class DeletedUserRepository {
  constructor(private readonly db: Database) {}

  /** Records users that are being deleted · up to 1000 rows, primary key. */
  async insert(tx: Tx, appId: number, users: readonly (DeletedUser & { extId: string })[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.departed (vb, app_id, name_hash, uid, vbs)
       SELECT q.uid % 1024, $1, q.hash, q.uid, q.vbs::integer[]
       FROM unnest($2::bytea[], $3::bigint[], $4::text[]) AS q (hash, uid, vbs) ON CONFLICT DO NOTHING`,
      [
        appId,
        users.map(({ extId }) => lookupKey(extId).hash),
        users.map(({ uid }) => uid),
        users.map(({ vbs }) => `{${vbs.join()}}`),
      ],
    );
  }

  /** Deletes and returns records · those of up to 1000 extIds · primary key · locks them. */
  async takeByExtIds(tx: Tx, appId: number, vbs: readonly number[], extIds: readonly string[]): Promise<DeletedUser[]> {
    return tx.rows<DeletedUser>(
      `DELETE FROM users.departed AS d USING unnest($2::smallint[], $3::bytea[]) AS q (vb, hash)
       WHERE d.vb = q.vb AND d.app_id = $1 AND d.name_hash = q.hash RETURNING d.uid, d.vbs`,
      [appId, vbs, extIds.map((extId) => lookupKey(extId).hash)],
    );
  }

  /**
   * Deletes the oldest records before a time. The caller repeats it until nothing is left · up to 1000 rows ·
   * departed_by_age, then the primary key · locks them and skips rows that another scheduler has locked.
   *
   * @returns the number of deleted records
   */
  async deleteExpired(appId: number, before: Date): Promise<number> {
    return this.db.affected(
      `DELETE FROM users.departed AS d
       USING (SELECT o.vb, o.name_hash, o.uid FROM users.departed AS o
              WHERE o.app_id = $1 AND o.departed_at < $2 ORDER BY o.departed_at LIMIT 1000 FOR UPDATE SKIP LOCKED) AS old
       WHERE d.vb = old.vb AND d.app_id = $1 AND d.name_hash = old.name_hash AND d.uid = old.uid`,
      [appId, before],
    );
  }
}
