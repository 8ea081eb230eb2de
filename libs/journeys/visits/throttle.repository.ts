import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';

/** The stretch of a step that takes people next, and how many it has. */
export interface Slot {
  at: Date;
  used: number;
}

/** Statements of `journeys.throttle`. */
@Injectable()
export class ThrottleRepository {
  /** Locks the next stretch of a step, which is not before `now` · 1 row. @param now  the present stretch */
  async lock(tx: Tx, appId: number, journeyId: number, node: string, now: Date): Promise<Slot> {
    const slot = await tx.row<Slot>(
      `INSERT INTO journeys.throttle AS t (journey_id, app_id, node, slot_at, used) VALUES ($2, $1, $3, $4, 0)
       ON CONFLICT (journey_id, node) DO UPDATE SET
         used = CASE WHEN t.slot_at < $4 THEN 0 ELSE t.used END, slot_at = greatest(t.slot_at, $4)
       RETURNING t.slot_at AS at, t.used`,
      [appId, journeyId, node, now],
    );
    return slot ?? { at: now, used: 0 };
  }

  /** Stores a locked stretch · 1 row. */
  async store(tx: Tx, journeyId: number, node: string, { at, used }: Slot): Promise<void> {
    await tx.affected(
      'UPDATE journeys.throttle AS t SET slot_at = $3, used = $4 WHERE t.journey_id = $1 AND t.node = $2',
      [journeyId, node, at, used],
    );
  }
}
