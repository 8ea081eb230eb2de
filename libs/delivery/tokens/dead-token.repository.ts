import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { LeasedChunk } from '../model/delivery.types.js';

/** A dispatch with its recipients, and those of them whose tokens providers reported as dead. */
export interface StruckDispatch {
  notificationKey: number;
  planned: number;
  dead: number;
}

/** Statements of `delivery.token_strike`. */
@Injectable()
export class DeadTokenRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds dead tokens to the count of a dispatch. Call it late in a transaction: other commits of the dispatch wait for the lock.
   * One row · primary key · locks it until the commit.
   *
   * @returns the count before, and the planned recipients of the dispatch
   */
  async addDead(
    tx: Tx,
    { appId, dispatchId }: LeasedChunk,
    dead: number,
  ): Promise<{ before: number; planned: number }> {
    const row = await tx.row<{ before: number; planned: number }>(
      `WITH counted AS (
         INSERT INTO delivery.token_strike AS s (dispatch_id, app_id, dead) VALUES ($2, $1, $3)
         ON CONFLICT (dispatch_id, slot) DO UPDATE SET dead = s.dead + excluded.dead
         RETURNING s.dead - $3 AS before)
       SELECT s.before, d.planned FROM counted s, delivery.dispatch d WHERE d.dispatch_id = $2 AND d.app_id = $1`,
      [appId, dispatchId, dead],
    );
    return row ?? { before: 0, planned: 0 };
  }

  /**
   * Dispatches of some keys, launched since a time, that had more dead tokens than `over`. A few rows for each key ·
   * dispatch_by_key, primary key of token_strike.
   */
  async listStruck(appId: number, keys: readonly number[], since: Date, over: number): Promise<StruckDispatch[]> {
    return this.db.rows<StruckDispatch>(
      `SELECT d.notification_key AS "notificationKey", d.planned, s.dead
         FROM delivery.dispatch AS d
         JOIN delivery.token_strike AS s ON s.dispatch_id = d.dispatch_id AND s.app_id = d.app_id
        WHERE d.app_id = $1 AND d.notification_key = ANY ($2::bigint[]) AND d.launched_at >= $3 AND s.dead > $4`,
      [appId, keys, since, over],
    );
  }

  /** The dispatches of a key. A few rows · dispatch_by_key. */
  async findDispatches(appId: number, notificationKey: number): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT dispatch_id AS "dispatchId" FROM delivery.dispatch WHERE app_id = $1 AND notification_key = $2`,
      [appId, notificationKey],
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }
}
