import { Injectable } from '@nestjs/common';
import { Database, integerArray } from '#platform/db';
import { BUCKETS } from '#platform/ids';
import { listPastEvents, type PastEvents } from './past-event-lists.js';

/** Selects events of the past. @property wanted  only people with one of these; absent: all */
export interface PastEventSelection {
  from: Date;
  to: Date;
  eventIds: readonly number[];
  wanted?: readonly number[];
  /** Without attributes it is faster. */
  withAttributes: boolean;
}

/** Reads the events of many people in parts, for questions about the past. It locks nothing. */
@Injectable()
export class PastEventsRepository {
  constructor(private readonly db: Database) {}

  /**
   * The events of people in a range of buckets, by person · as many as these people have · event_user of the days. Each bucket
   * is one row of packed events: a row for each event would cost the client several times as much.
   */
  async find(
    appId: number,
    { first, last }: { first: number; last: number },
    { from, to, eventIds, wanted, withAttributes }: PastEventSelection,
  ): Promise<PastEvents[]> {
    const days = `e.day BETWEEN ($5::timestamptz AT TIME ZONE 'UTC')::date AND ($6::timestamptz AT TIME ZONE 'UTC')::date`;
    // Attributes are long, so those of people who are not wanted stay in the database.
    const isPicked = withAttributes && wanted !== undefined;
    const picked = `AND e.uid IN (
         SELECT e.uid FROM events.event AS e WHERE e.vb BETWEEN $2 AND $3 AND e.app_id = $1 AND ${days} AND e.event_id = ANY ($7::integer[]))`;
    const rows = await this.db.rows<{ bucket: number; events: Buffer; attrs: string | null }>(
      `SELECT e.vb AS bucket, ${withAttributes ? 'json_agg(e.attrs)::text' : 'NULL'} AS attrs,
              string_agg(int4send((e.uid / ${BUCKETS})::integer) || timestamptz_send(e.ts) || int4send(e.event_id), ''::bytea) AS events
       FROM events.event AS e
       WHERE e.vb BETWEEN $2 AND $3 AND e.app_id = $1 AND e.event_id = ANY ($4::integer[]) AND ${days}
         AND e.ts >= $5 AND e.ts < $6 ${isPicked ? picked : ''}
       GROUP BY e.vb`,
      [appId, first, last, integerArray(eventIds), from, to, ...(isPicked ? [integerArray(wanted)] : [])],
    );
    const ids = wanted && new Set(wanted);
    return rows.flatMap(({ bucket, events, attrs }) => {
      const values = attrs === null ? undefined : (JSON.parse(attrs) as Record<string, unknown>[]);
      return listPastEvents({ bucket, events, values }, ids);
    });
  }
}
