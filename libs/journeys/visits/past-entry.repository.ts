import { Injectable } from '@nestjs/common';
import type { Statements } from '#platform/db';
import type { Visit } from '../model/journey.types.js';

/** Reads when people really entered. */
@Injectable()
export class PastEntryRepository {
  /** The entries into a journey in a stretch of time, of people inside and past · as many as there were · visits by journey. */
  async find(
    on: Statements,
    appId: number,
    journeyId: number,
    { from, to }: { from: Date; to: Date },
  ): Promise<Pick<Visit, 'uid' | 'key' | 'enteredAt'>[]> {
    const select = (table: string) =>
      `SELECT v.uid, v.key, v.entered_at AS "enteredAt" FROM journeys.${table} AS v
       WHERE v.app_id = $1 AND v.journey_id = $2 AND v.entered_at > $3 AND v.entered_at <= $4`;
    return on.rows(`${select('visit')} UNION ${select('past_visit')}`, [appId, journeyId, from, to]);
  }

  /** Counts the entries into a journey by UTC day · reads those that left since, and those inside · past_visit_left. */
  async count(
    on: Statements,
    appId: number,
    journeyId: number,
    { from, to }: { from: Date; to: Date },
  ): Promise<{ day: string; entered: number }[]> {
    return on.rows(
      `SELECT (e.at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS entered
         FROM (SELECT v.entered_at AS at FROM journeys.visit AS v
                WHERE v.app_id = $1 AND v.journey_id = $2 AND v.entered_at >= $3 AND v.entered_at < $4
                UNION ALL
               SELECT v.entered_at FROM journeys.past_visit AS v
                WHERE v.app_id = $1 AND v.journey_id = $2 AND v.left_at >= $3
                  AND v.entered_at >= $3 AND v.entered_at < $4) AS e
        GROUP BY 1 ORDER BY 1`,
      [appId, journeyId, from, to],
    );
  }
}
