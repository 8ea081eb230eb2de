import { Injectable } from '@nestjs/common';
import { ALL_EACH, Database, type Tx } from '#platform/db';
import type { AttributeScalar } from '../model/attribute.types.js';

/** A removal from all users. @property value  the value to remove; null: every value under this retired id */
export interface Removal {
  removalId: number;
  attrId: number;
  value: AttributeScalar | null;
}

/** A removal in progress, and the next bucket to process. */
export interface ClaimedRemoval extends Removal {
  appId: number;
  nextVb: number;
}

const COLUMNS = 'r.removal_id AS "removalId", r.attr_id AS "attrId", r.value';

/** Statements of `users.removal` and `users.removal_survivor`, and updates of the users that a removal affects. */
@Injectable()
export class RemovalRepository {
  constructor(private readonly db: Database) {}

  /** 1 row. */
  async insert(tx: Tx, appId: number, attrId: number, value: AttributeScalar | null): Promise<void> {
    await tx.affected('INSERT INTO users.removal (app_id, attr_id, value) VALUES ($1, $2, $3::jsonb)', [
      appId,
      attrId,
      value === null ? null : JSON.stringify(value),
    ]);
  }

  /**
   * Removals of attributes that a transaction is about to write · mostly none · removal_attribute · no locks. Finished
   * ones count until they are deleted: another process may still leave out the value, or write under a retired id.
   */
  async findByAttributes(tx: Tx, appId: number, attrIds: readonly number[]): Promise<(Removal & { done: boolean })[]> {
    return tx.rows(
      `SELECT ${COLUMNS}, r.done_at IS NOT NULL AS done FROM users.removal AS r
       WHERE r.app_id = $1 AND r.attr_id = ANY ($2::integer[]) ORDER BY r.removal_id`,
      [appId, attrIds],
    );
  }

  /**
   * Blocks removals until the commit, so that one writer or the removal itself works at a time, and the next statement
   * of a waiting transaction sees the other's changes · a few rows · primary key · locks: those rows, in order.
   *
   * @returns the removals that are not finished
   */
  async lock(tx: Tx, removalIds: readonly number[]): Promise<Removal[]> {
    return tx.rows<Removal>(
      `SELECT ${COLUMNS} FROM users.removal AS r
       WHERE r.removal_id = ANY ($1::bigint[]) AND r.done_at IS NULL ORDER BY r.removal_id FOR UPDATE`,
      [removalIds],
    );
  }

  /**
   * The oldest unfinished removal that is old enough · 1 row · a scan of this small table · locks it until the commit,
   * so that one scheduler at a time works on it.
   */
  async claimNext(tx: Tx, before: Date): Promise<ClaimedRemoval | undefined> {
    return tx.row<ClaimedRemoval>(
      `SELECT ${COLUMNS}, r.app_id AS "appId", r.next_vb AS "nextVb" FROM users.removal AS r
       WHERE r.done_at IS NULL AND r.created_at < $1 ORDER BY r.removal_id LIMIT 1 FOR UPDATE`,
      [before],
    );
  }

  /** Records the next bucket, and whether the removal is finished · 1 row, primary key, locked already. */
  async advance(tx: Tx, removalId: number, nextVb: number, done: boolean): Promise<void> {
    await tx.affected(
      `UPDATE users.removal AS r SET next_vb = $2, done_at = ${done ? 'now()' : 'NULL'} WHERE r.removal_id = $1`,
      [removalId, nextVb],
    );
  }

  /** Deletes old finished removals and their survivors · the rows of both · primary keys. */
  async deleteDone(tx: Tx, before: Date): Promise<void> {
    await tx.affected(
      `WITH deleted AS (DELETE FROM users.removal AS r WHERE r.done_at < $1 RETURNING r.app_id, r.removal_id)
       DELETE FROM users.removal_survivor AS s USING deleted AS g WHERE s.app_id = g.app_id AND s.removal_id = g.removal_id`,
      [before],
    );
  }

  /**
   * Removes every value under a retired id from a range of buckets · some thousand rows · primary key by (vb, app_id) ·
   * locks: rows that have one.
   *
   * @returns uids that lost a value
   */
  async removeAttribute(tx: Tx, { appId, attrId, nextVb }: ClaimedRemoval, vbTo: number): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET attrs = u.attrs - $2::text
       WHERE u.app_id = $1 AND u.vb >= $3 AND u.vb < $4 AND u.attrs ? $2::text RETURNING u.uid`,
      [appId, String(attrId), nextVb, vbTo],
    );
    return rows.map((row) => row.uid);
  }

  /**
   * Removes one value from a range of buckets · some thousand rows · primary key by (vb, app_id) · locks: rows that
   * have it. All survivors are visible: a user becomes one under the lock of the removal's row, which this transaction
   * holds.
   *
   * @returns uids that lost the value
   */
  async removeValue(
    tx: Tx,
    { appId, attrId, removalId, value, nextVb }: ClaimedRemoval,
    vbTo: number,
  ): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET ${WITHOUT_VALUE}
       WHERE u.app_id = $1 AND u.vb >= $5 AND u.vb < $6 AND ${HAS_VALUE} RETURNING u.uid`,
      [appId, String(attrId), JSON.stringify(value), removalId, nextVb, vbTo],
    );
    return rows.map((row) => row.uid);
  }

  /** Removes the value from some users whose attribute is about to be written · up to 1000 rows · primary key. */
  async removeValueFromUsers(tx: Tx, appId: number, removal: Removal, uids: readonly number[]): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET ${WITHOUT_VALUE}
       FROM (SELECT n.uid FROM unnest($5::bigint[]) AS n (uid) ORDER BY n.uid % 1024, n.uid) AS q
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND ${HAS_VALUE} RETURNING u.uid`,
      [appId, String(removal.attrId), JSON.stringify(removal.value), removal.removalId, uids],
    );
    return rows.map((row) => row.uid);
  }

  /** Records users whose attribute was written after a removal · up to 1000 rows · primary key. */
  async insertSurvivors(tx: Tx, appId: number, removalId: number, uids: readonly number[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.removal_survivor (vb, app_id, uid, removal_id)
       SELECT q.uid % 1024, $1, q.uid, $2 FROM unnest($3::bigint[]) AS q (uid)
       ORDER BY q.uid % 1024, q.uid ON CONFLICT DO NOTHING`,
      [appId, removalId, uids],
    );
  }

  /** The removals that some users survived · none or a few rows · primary key. */
  async findSurvivors(appId: number, uids: readonly number[]): Promise<{ uid: number; removalId: number }[]> {
    return this.db.rows(
      `SELECT found.* FROM unnest($2::bigint[]) AS q (uid)
       CROSS JOIN LATERAL (
         SELECT s.uid, s.removal_id AS "removalId" FROM users.removal_survivor AS s
         WHERE s.vb = q.uid % 1024 AND s.app_id = $1 AND s.uid = q.uid ${ALL_EACH}) AS found`,
      [appId, uids],
    );
  }
}

/** $1 application, $2 attribute id as text, $3 the value as jsonb, $4 the removal. Containment finds it in arrays too. */
const HAS_VALUE = `u.attrs -> $2::text @> $3::jsonb
  AND NOT EXISTS (SELECT FROM users.removal_survivor AS s
                  WHERE s.vb = u.vb AND s.app_id = $1 AND s.uid = u.uid AND s.removal_id = $4)`;
const WITHOUT_VALUE = `attrs = CASE
  WHEN coalesce(users.without(u.attrs -> $2::text, ('[]'::jsonb || $3::jsonb)), '[]') = '[]' THEN u.attrs - $2::text
  ELSE jsonb_set(u.attrs, ARRAY[$2::text], users.without(u.attrs -> $2::text, ('[]'::jsonb || $3::jsonb)))
  END, updated_at = now()`;
