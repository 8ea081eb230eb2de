import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { lookupKey } from '../model/lookup-key.js';

/**
 * A user who was deleted.
 *
 * @property vbs  buckets in which results may lie
 */
export interface DeletedUser {
  uid: number;
  vbs: readonly number[];
}

/** Statements of `users.departed`. The bucket of a row is its user's, which is that of the extId. */
@Injectable()
export class DeletedUserRepository {
  constructor(private readonly db: Database) {}

  /** Notes users who are being deleted · up to 1000 rows, primary key. */
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

  /** Takes users off the table · those of up to 1000 names · primary key · locks them. */
  async takeByExtIds(tx: Tx, appId: number, vbs: readonly number[], extIds: readonly string[]): Promise<DeletedUser[]> {
    return tx.rows<DeletedUser>(
      `DELETE FROM users.departed AS d USING unnest($2::smallint[], $3::bytea[]) AS q (vb, hash)
       WHERE d.vb = q.vb AND d.app_id = $1 AND d.name_hash = q.hash RETURNING d.uid, d.vbs`,
      [appId, vbs, extIds.map((extId) => lookupKey(extId).hash)],
    );
  }

  /**
   * Forgets the oldest of those who were deleted before a time; to be called until none is left · up to 1000 rows ·
   * departed_by_age, then the primary key · locks them; what another scheduler is forgetting is passed over.
   *
   * @returns how many were forgotten
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
