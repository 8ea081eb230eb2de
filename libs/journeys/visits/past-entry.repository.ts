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

  /** Counts the entries into a journey in a stretch of time · reads those that left since, and those inside · past_visit_left. */
  async count(
    on: Statements,
    appId: number,
    journeyId: number,
    { from, to }: { from: Date; to: Date },
  ): Promise<number> {
    const row = await on.row<{ entered: number }>(
      `SELECT (SELECT count(*) FROM journeys.visit AS v
                WHERE v.app_id = $1 AND v.journey_id = $2 AND v.entered_at >= $3 AND v.entered_at < $4)
            + (SELECT count(*) FROM journeys.past_visit AS v
                WHERE v.app_id = $1 AND v.journey_id = $2 AND v.left_at >= $3
                  AND v.entered_at >= $3 AND v.entered_at < $4) AS entered`,
      [appId, journeyId, from, to],
    );
    return row?.entered ?? 0;
  }
}
