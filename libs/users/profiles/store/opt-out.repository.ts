import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { CategoryChoice } from '../model/topic.types.js';

/**
 * Writes `users.category_optout`. Ids below 0 stand for channels whose refusal is no column (`ContactStorage` in
 * `libs/channels`).
 */
@Injectable()
export class OptOutRepository {
  /** Opts users out · some thousand rows · primary key, in its order. @returns the choices that changed */
  async insertOptOuts(tx: Tx, appId: number, choices: readonly CategoryChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `INSERT INTO users.category_optout AS o (vb, app_id, uid, category_id)
       SELECT q.uid % 1024, $1, q.uid, q.category_id FROM unnest($2::bigint[], $3::integer[]) AS q (uid, category_id)
       ORDER BY q.uid % 1024, q.uid, q.category_id
       ON CONFLICT DO NOTHING RETURNING o.uid, o.category_id AS "categoryId"`,
      [appId, ...columns(choices)],
    );
  }

  /**
   * Opts users in · some thousand rows · primary key · locks: rows to delete, in its order.
   *
   * @returns the choices that changed
   */
  async deleteOptOuts(tx: Tx, appId: number, choices: readonly CategoryChoice[]): Promise<CategoryChoice[]> {
    return tx.rows<CategoryChoice>(
      `DELETE FROM users.category_optout AS o
       USING (SELECT n.* FROM unnest($2::bigint[], $3::integer[]) AS n (uid, category_id)
              ORDER BY n.uid % 1024, n.uid, n.category_id) AS q
       WHERE o.vb = q.uid % 1024 AND o.app_id = $1 AND o.uid = q.uid AND o.category_id = q.category_id
       RETURNING o.uid, o.category_id AS "categoryId"`,
      [appId, ...columns(choices)],
    );
  }

  /** Moves the opt-outs of one user to another · tens of rows · primary key. @returns their categories */
  async moveOptOuts(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<number[]> {
    const rows = await tx.rows<{ categoryId: number }>(
      `WITH deleted AS (
         DELETE FROM users.category_optout AS o
         WHERE o.vb = $2::bigint % 1024 AND o.app_id = $1 AND o.uid = $2 RETURNING o.category_id)
       INSERT INTO users.category_optout AS o (vb, app_id, uid, category_id)
       SELECT $3::bigint % 1024, $1, $3::bigint, g.category_id FROM deleted AS g
       ON CONFLICT DO NOTHING RETURNING o.category_id AS "categoryId"`,
      [appId, fromUid, toUid],
    );
    return rows.map((row) => row.categoryId);
  }
}

function columns(choices: readonly CategoryChoice[]): [number[], number[]] {
  return [choices.map((choice) => choice.uid), choices.map((choice) => choice.categoryId)];
}
