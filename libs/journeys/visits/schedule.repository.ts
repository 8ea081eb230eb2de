import { Injectable } from '@nestjs/common';
import type { Statements, Tx } from '#platform/db';

/**
 * How far the times of entry of a journey were looked at.
 *
 * @property lookingUntil  the end of the look that is under way; null: none is
 * @property afterUid      the last user of it that entered, in the order of bucket and uid
 */
export interface SchedulePosition {
  lookedUntil: Date;
  lookingUntil: Date | null;
  afterUid: number | null;
}

const COLUMNS = `s.looked_until AS "lookedUntil", s.looking_until AS "lookingUntil", s.after_uid AS "afterUid"`;

/** Statements of `journeys.schedule`. */
@Injectable()
export class ScheduleRepository {
  /** Forgets the positions of journeys that let no one in: they begin again at their next moment · a small table. */
  async forgetIdle(on: Statements): Promise<void> {
    await on.affected(
      `DELETE FROM journeys.schedule AS s WHERE NOT EXISTS (
         SELECT FROM journeys.journey AS j WHERE j.journey_id = s.journey_id AND j.state = 'on')`,
    );
  }

  /** The position of a journey; a new one begins at `now` · primary key. */
  async begin(on: Statements, appId: number, journeyId: number, now: Date): Promise<SchedulePosition> {
    await on.affected(
      `INSERT INTO journeys.schedule (journey_id, app_id, looked_until) VALUES ($2, $1, $3) ON CONFLICT DO NOTHING`,
      [appId, journeyId, now],
    );
    const found = await on.row<SchedulePosition>(
      `SELECT ${COLUMNS} FROM journeys.schedule AS s WHERE s.app_id = $1 AND s.journey_id = $2`,
      [appId, journeyId],
    );
    return found ?? { lookedUntil: now, lookingUntil: null, afterUid: null };
  }

  /** Moves a position · primary key. @returns false where another process has moved it */
  async move(tx: Tx, appId: number, journeyId: number, from: SchedulePosition, to: SchedulePosition): Promise<boolean> {
    const moved = await tx.affected(
      `UPDATE journeys.schedule AS s SET looked_until = $6, looking_until = $7, after_uid = $8
       WHERE s.app_id = $1 AND s.journey_id = $2 AND s.looked_until = $3
         AND s.looking_until IS NOT DISTINCT FROM $4::timestamptz AND s.after_uid IS NOT DISTINCT FROM $5::bigint`,
      [
        appId,
        journeyId,
        from.lookedUntil,
        from.lookingUntil,
        from.afterUid,
        to.lookedUntil,
        to.lookingUntil,
        to.afterUid,
      ],
    );
    return moved === 1;
  }
}
