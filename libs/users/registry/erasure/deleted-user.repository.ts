import { Injectable } from '@nestjs/common';
import { ONE_SERVER, Database, numberArray, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { type ResultPlace, lookupKey } from '#libs/users/identities';

/** A deleted user. @property places  where its results may lie */
export interface DeletedUser {
  uid: number;
  places: readonly ResultPlace[];
}

/** The stored places. @property recipients  null in rows of the release before */
export interface StoredPlaces {
  uid: number;
  vbs: readonly number[];
  recipients: readonly number[] | null;
}

export function readPlaces({ uid, vbs, recipients }: StoredPlaces): ResultPlace[] {
  return recipients
    ? recipients.map((recipientId) => ({ uid, vb: bucketOfId(recipientId), recipientId }))
    : vbs.map((vb) => ({ uid, vb, recipientId: null }));
}

/** Statements of `users.departed`. The bucket of a row is that of the user's extId. */
@Injectable()
export class DeletedUserRepository {
  constructor(private readonly db: Database) {}

  /** Records users that are being deleted · up to 1000 rows, primary key. */
  async insert(tx: Tx, appId: number, users: readonly (DeletedUser & { extId: string })[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.departed (vb, app_id, name_hash, uid, vbs, recipients)
       SELECT q.uid % 1024, $1, q.hash, q.uid, q.vbs::integer[], q.recipients::bigint[]
       FROM unnest($2::bytea[], $3::bigint[], $4::text[], $5::text[]) AS q (hash, uid, vbs, recipients) ON CONFLICT DO NOTHING`,
      [
        appId,
        users.map(({ extId }) => lookupKey(extId).hash),
        users.map(({ uid }) => uid),
        users.map(({ places }) => numberArray([...new Set(places.map(({ vb }) => vb))])),
        users.map(({ places }) => numberArray(places.flatMap(({ recipientId }) => recipientId ?? []))),
      ],
    );
  }

  /** Deletes and returns records · those of up to 1000 extIds · primary key · locks them. */
  async takeByExtIds(tx: Tx, appId: number, vbs: readonly number[], extIds: readonly string[]): Promise<DeletedUser[]> {
    const rows = await tx.rows<StoredPlaces>(
      `DELETE FROM users.departed AS d USING unnest($2::smallint[], $3::bytea[]) AS q (vb, hash)
       WHERE d.vb = q.vb AND d.app_id = $1 AND d.name_hash = q.hash RETURNING d.uid, d.vbs, d.recipients`,
      [appId, vbs, extIds.map((extId) => lookupKey(extId).hash)],
    );
    return rows.map((row) => ({ uid: row.uid, places: readPlaces(row) }));
  }

  /**
   * Deletes the oldest records before a time. The caller repeats it until nothing is left · up to 1000 rows ·
   * departed_by_age, then the primary key · locks them and skips rows that another scheduler has locked.
   *
   * @returns the number of deleted records
   */
  async deleteExpired(appId: number, before: Date): Promise<number> {
    // Citus locks no rows of several shards: two schedulers then wait for each other, and delete what the first one left.
    const lock = this.db.isDistributed ? '' : `${ONE_SERVER} FOR UPDATE SKIP LOCKED`;
    return this.db.affected(
      `DELETE FROM users.departed AS d
       USING (SELECT o.vb, o.name_hash, o.uid FROM users.departed AS o
              WHERE o.app_id = $1 AND o.departed_at < $2 ORDER BY o.departed_at LIMIT 1000 ${lock}) AS old
       WHERE d.vb = old.vb AND d.app_id = $1 AND d.name_hash = old.name_hash AND d.uid = old.uid`,
      [appId, before],
    );
  }
}
