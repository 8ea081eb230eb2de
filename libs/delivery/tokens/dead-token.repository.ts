import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { LeasedChunk } from '../model/delivery.types.js';

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

  /** The dispatches of a key. A few rows · dispatch_by_key. */
  async findDispatches(appId: number, notificationKey: number): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT dispatch_id AS "dispatchId" FROM delivery.dispatch WHERE app_id = $1 AND notification_key = $2`,
      [appId, notificationKey],
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }
}
