import { Injectable } from '@nestjs/common';
import { Database, integerArray } from '#platform/db';

/** Selects events of the past. @property wanted  only people with one of these; absent: all */
export interface PastEventSelection {
  from: Date;
  to: Date;
  eventIds: readonly number[];
  wanted?: readonly number[];
  /** Without attributes it is faster. */
  withAttributes: boolean;
}

/** An event of a person: id of its definition, epoch ms, attributes by code. */
export type PastEventRow = readonly [eventId: number, at: number, attrs?: Readonly<Record<string, unknown>>];

/** The events of one person in their order. */
export interface PastEvents {
  uid: number;
  events: PastEventRow[];
}

/** Reads the events of many people in parts, for questions about the past. It locks nothing. */
@Injectable()
export class PastEventsRepository {
  constructor(private readonly db: Database) {}

  /**
   * The events of people in a range of buckets, by person · as many as these people have · event_user of the days. The
   * lists of a person are texts: a row for each event would cost the client several times as much.
   */
  async find(
    appId: number,
    { first, last }: { first: number; last: number },
    { from, to, eventIds, wanted, withAttributes }: PastEventSelection,
  ): Promise<PastEvents[]> {
    // Events of one moment have one order in all lists.
    const order = withAttributes ? 'e.ts, e.tableoid, e.ctid' : 'e.ts';
    const attrs = withAttributes ? `json_agg(e.attrs ORDER BY ${order})::text` : 'NULL';
    // Half a microsecond keeps a time in double precision from falling below its millisecond.
    const rows = await this.db.rows<{ uid: number; ids: string; times: string; attrs: string | null }>(
      `SELECT e.uid, array_agg(e.event_id ORDER BY ${order})::text AS ids,
              array_agg(floor(date_part('epoch', e.ts) * 1000 + 0.0005)::bigint ORDER BY ${order})::text AS times,
              ${attrs} AS attrs
       FROM events.event AS e
       WHERE e.vb BETWEEN $2 AND $3 AND e.app_id = $1 AND e.event_id = ANY ($4::integer[])
         AND e.day BETWEEN ($5::timestamptz AT TIME ZONE 'UTC')::date AND ($6::timestamptz AT TIME ZONE 'UTC')::date
         AND e.ts >= $5 AND e.ts < $6
       GROUP BY e.uid
       HAVING $7::integer[] IS NULL OR bool_or(e.event_id = ANY ($7::integer[]))`,
      [appId, first, last, integerArray(eventIds), from, to, wanted ? integerArray(wanted) : null],
    );
    return rows.map(({ uid, ids, times, attrs: written }) => {
      const at = readNumbers(times);
      const values = written === null ? [] : (JSON.parse(written) as Record<string, unknown>[]);
      return {
        uid,
        events: readNumbers(ids).map((id, index): PastEventRow => {
          const own = values[index];
          return own ? [id, at[index] ?? 0, own] : [id, at[index] ?? 0];
        }),
      };
    });
  }
}

/** Reads an array as Postgres writes it: the braces are those of JSON but for their form. */
function readNumbers(array: string): number[] {
  return JSON.parse(`[${array.slice(1, -1)}]`) as number[];
}
