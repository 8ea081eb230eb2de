import { Injectable } from '@nestjs/common';
import type { JsonObject } from '#libs/content';
import { Database, numberArray, type Tx } from '#platform/db';

/** Parameters of one recipient as they are stored: an object, or sealed in base64. */
export type StoredParams = JsonObject | string;

/** Statements of `delivery.recipient_params`. */
@Injectable()
export class RecipientParamsRepository {
  constructor(private readonly db: Database) {}

  /** One row for each user · primary key. */
  async insert(tx: Tx, appId: number, dispatchId: number, params: ReadonlyMap<number, StoredParams>): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.recipient_params (dispatch_id, uid, app_id, params)
       SELECT $2, q.uid, $1, q.params::jsonb FROM unnest($3::bigint[], $4::text[]) AS q (uid, params)`,
      [
        appId,
        dispatchId,
        numberArray([...params.keys()]),
        [...params.values()].map((stored) => JSON.stringify(stored)),
      ],
    );
  }

  /** A row for each of these users that has parameters · primary key · no locks. */
  async find(
    appId: number,
    dispatchId: number,
    uids: readonly number[],
  ): Promise<{ uid: number; params: StoredParams }[]> {
    return this.db.rows(
      `SELECT p.uid, p.params FROM delivery.recipient_params AS p
        WHERE p.app_id = $1 AND p.dispatch_id = $2 AND p.uid = ANY ($3::bigint[])`,
      [appId, dispatchId, numberArray(uids)],
    );
  }

  /** Rows of users of one send · primary key. */
  async deleteOf(tx: Tx, dispatchId: number, uids: readonly number[]): Promise<void> {
    await tx.affected('DELETE FROM delivery.recipient_params WHERE dispatch_id = $1 AND uid = ANY ($2::bigint[])', [
      dispatchId,
      numberArray(uids),
    ]);
  }

  /**
   * Gives the rows of one user to another one, who keeps those that it has. A few rows · recipient_params_user · locks
   * them.
   */
  async move(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<void> {
    await tx.affected(
      `WITH moved AS (
         DELETE FROM delivery.recipient_params AS p WHERE p.app_id = $1 AND p.uid = $2
         RETURNING p.dispatch_id, p.app_id, p.params)
       INSERT INTO delivery.recipient_params (dispatch_id, uid, app_id, params)
       SELECT m.dispatch_id, $3::bigint, m.app_id, m.params FROM moved AS m ON CONFLICT DO NOTHING`,
      [appId, fromUid, toUid],
    );
  }

  /** Deletes the rows of users. A few rows each · recipient_params_user · locks them. */
  async erase(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected('DELETE FROM delivery.recipient_params WHERE app_id = $1 AND uid = ANY ($2::bigint[])', [
      appId,
      numberArray(uids),
    ]);
  }
}
