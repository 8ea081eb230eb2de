import { Injectable } from '@nestjs/common';
import type { Database, Statements } from '#platform/db';
import type { Count } from '../model/tally.js';

/** Rows that are added up in one statement. */
const ADDED_ROWS = 10_000;

/** Statements of `journeys.day_count`, which has the counts of a UTC day. */
@Injectable()
export class DayCountRepository {
  /** Sums of some days, from the first to the last · day_count_journey, the sums of a day and what came since a minute. */
  async find(
    on: Statements,
    appId: number,
    journeyId: number,
    { from, to }: { from: string; to: string },
  ): Promise<Omit<Count, 'version'>[]> {
    return on.rows(
      `SELECT d.kind, d.node, d.name, sum(d.people)::bigint AS people FROM journeys.day_count AS d
       WHERE d.app_id = $1 AND d.journey_id = $2 AND d.day BETWEEN $3::date AND $4::date
       GROUP BY d.kind, d.node, d.name ORDER BY d.kind, d.node, d.name`,
      [appId, journeyId, from, to],
    );
  }

  /**
   * Adds new rows to the sum of their day · day_count_open, day_count_sum. Rows that another process adds up are left out; in one
   * order no two processes wait for each other.
   *
   * @returns whether there may be more
   */
  async compact(db: Database): Promise<boolean> {
    const [row] = await db.rows<{ gone: number }>(
      `WITH gone AS (
         DELETE FROM journeys.day_count AS a WHERE a.ctid = ANY (ARRAY(
           SELECT b.ctid FROM journeys.day_count AS b WHERE NOT b.is_sum LIMIT ${ADDED_ROWS} FOR UPDATE SKIP LOCKED))
         RETURNING a.*),
       added AS (
         INSERT INTO journeys.day_count AS d (people, day, app_id, journey_id, is_sum, kind, node, name)
         SELECT sum(g.people), g.day, g.app_id, g.journey_id, true, g.kind, g.node, g.name FROM gone AS g
         GROUP BY g.app_id, g.journey_id, g.day, g.kind, g.node, g.name
         ORDER BY g.journey_id, g.day, g.kind, g.node, g.name
         ON CONFLICT (journey_id, day, kind, node, name) WHERE is_sum DO UPDATE SET people = d.people + excluded.people)
       SELECT count(*) AS gone FROM gone`,
    );
    return row?.gone === ADDED_ROWS;
  }

  /** Deletes the sums of an application before the UTC day of a time · day_count_day. */
  async deleteBefore(db: Database, appId: number, before: Date): Promise<void> {
    await db.affected('DELETE FROM journeys.day_count AS d WHERE d.app_id = $1 AND d.day < $2::date', [
      appId,
      before.toISOString().slice(0, 10),
    ]);
  }
}
