import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { LeasedChunk } from './delivery.types.js';

/** Rows that the count of one dispatch is spread over. */
const SLOTS = 16;

/** Statements of `delivery.token_strike`. */
@Injectable()
export class TokenStrikeRepository {
  constructor(private readonly db: Database) {}

  /**
   * Counts tokens that a provider called dead · 16 rows at most · primary key · locks one of them until the commit. Reads
   * what others have committed: together they may pass a limit by what they have in flight.
   *
   * @returns how many there were before these, and recipients of the dispatch
   */
  async count(
    tx: Tx,
    { appId, dispatchId, chunkId }: LeasedChunk,
    dead: number,
  ): Promise<{ before: number; planned: number }> {
    const row = await tx.row<{ before: number; planned: number }>(
      `WITH mine AS (
         INSERT INTO delivery.token_strike AS s (dispatch_id, slot, app_id, dead) VALUES ($2, $3, $1, $4)
         ON CONFLICT (dispatch_id, slot) DO UPDATE SET dead = s.dead + excluded.dead
         RETURNING s.dead - $4 AS before)
       SELECT ((SELECT before FROM mine) + coalesce((
                SELECT sum(o.dead) FROM delivery.token_strike o
                 WHERE o.dispatch_id = $2 AND o.app_id = $1 AND o.slot <> $3), 0))::integer AS before, d.planned
         FROM delivery.dispatch d WHERE d.dispatch_id = $2 AND d.app_id = $1`,
      [appId, dispatchId, chunkId % SLOTS, dead],
    );
    return row ?? { before: 0, planned: 0 };
  }

  /** Dispatches of a key · a few rows · dispatch_by_key. */
  async dispatchesOf(appId: number, notificationKey: number): Promise<number[]> {
    const rows = await this.db.rows<{ dispatchId: number }>(
      `SELECT dispatch_id AS "dispatchId" FROM delivery.dispatch WHERE app_id = $1 AND notification_key = $2`,
      [appId, notificationKey],
    );
    return rows.map(({ dispatchId }) => dispatchId);
  }
}
