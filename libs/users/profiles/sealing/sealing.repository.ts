import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { AttributeValue } from '../model/attribute.types.js';

/** The next work: clear values of one attribute, from a bucket on. */
export interface ClaimedSealing {
  appId: number;
  attrId: number;
  code: string;
  nextVb: number;
}

/** Statements of `users.sealing_key` and `users.sealing`, and those that seal values in the rows of users. */
@Injectable()
export class SealingRepository {
  constructor(private readonly db: Database) {}

  /** The sealed key of an application · primary key. */
  async findKey(appId: number, on: Statements = this.db): Promise<Buffer | undefined> {
    const row = await on.row<{ sealed: Buffer }>('SELECT k.sealed FROM users.sealing_key AS k WHERE k.app_id = $1', [
      appId,
    ]);
    return row?.sealed;
  }

  /** Stores the key of an application unless it has one · 1 row, primary key. */
  async insertKey(tx: Tx, appId: number, sealed: Buffer): Promise<void> {
    await tx.affected('INSERT INTO users.sealing_key (app_id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      appId,
      sealed,
    ]);
  }

  /** Schedules the sealing of what rows have in clear · 1 row, primary key. */
  async insert(tx: Tx, appId: number, attrId: number): Promise<void> {
    await tx.affected(
      `INSERT INTO users.sealing AS s (app_id, attr_id) VALUES ($1, $2)
       ON CONFLICT (app_id, attr_id) DO UPDATE SET created_at = now(), done_at = NULL, next_vb = 0`,
      [appId, attrId],
    );
  }

  /** The oldest open work that was scheduled before a time · 1 row · locks it and skips locked ones. */
  async claimNext(tx: Tx, before: Date): Promise<ClaimedSealing | undefined> {
    return tx.row<ClaimedSealing>(
      `SELECT s.app_id AS "appId", s.attr_id AS "attrId", s.next_vb AS "nextVb", d.code
       FROM users.sealing AS s JOIN users.attribute_def AS d ON d.app_id = s.app_id AND d.attr_id = s.attr_id
       WHERE s.done_at IS NULL AND s.created_at < $1
       ORDER BY s.created_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED`,
      [before],
    );
  }

  async advance(tx: Tx, { appId, attrId }: ClaimedSealing, nextVb: number, done: boolean): Promise<void> {
    await tx.affected(
      `UPDATE users.sealing AS s SET next_vb = $3, done_at = CASE WHEN $4 THEN now() END
       WHERE s.app_id = $1 AND s.attr_id = $2`,
      [appId, attrId, nextVb, done],
    );
  }

  /**
   * Users of a range of buckets whose value may be in clear: arrays are recognized by the caller · some thousand rows ·
   * primary key by (vb, app_id) · no locks, in the order in which batches lock.
   */
  async findClear(
    tx: Tx,
    { appId, attrId, nextVb }: ClaimedSealing,
    vbTo: number,
    prefix: string,
  ): Promise<{ uid: number; value: AttributeValue }[]> {
    return tx.rows(
      `SELECT u.uid, u.attrs -> $2::text AS value FROM users.app_user AS u
       WHERE u.app_id = $1 AND u.vb >= $3 AND u.vb < $4 AND u.attrs ? $2::text
         AND NOT starts_with(u.attrs ->> $2::text, $5)
       ORDER BY u.vb, u.ext_id COLLATE "C"`,
      [appId, String(attrId), nextVb, vbTo, prefix],
    );
  }

  /**
   * Writes values of users that still have the value that was read · primary key. Whoever wrote since has sealed.
   *
   * @returns uids that it wrote
   */
  async writeValues(
    tx: Tx,
    { appId, attrId }: ClaimedSealing,
    values: readonly { uid: number; clear: AttributeValue; sealed: AttributeValue }[],
  ): Promise<number[]> {
    const rows = await tx.rows<{ uid: number }>(
      `UPDATE users.app_user AS u SET attrs = jsonb_set(u.attrs, ARRAY[$2::text], q.sealed)
       FROM unnest($3::bigint[], $4::jsonb[], $5::jsonb[]) AS q (uid, clear, sealed)
       WHERE u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid AND u.attrs -> $2::text = q.clear RETURNING u.uid`,
      [
        appId,
        String(attrId),
        values.map(({ uid }) => uid),
        values.map(({ clear }) => JSON.stringify(clear)),
        values.map(({ sealed }) => JSON.stringify(sealed)),
      ],
    );
    return rows.map(({ uid }) => uid);
  }
}
