import { Injectable } from '@nestjs/common';
import { bigintArray, integerArray, ONE_SERVER, smallintArray, textArray, type Param, type Tx } from '#platform/db';

/** Longer texts are no key of an item. */
const MAX_KEY = 200;
/** No watch looks further back. */
const MAX_DAYS = 91;

/** Events that name items. @property codes  of the attribute with the key, one for each event */
export interface NamingEvents {
  eventIds: readonly number[];
  codes: readonly string[];
}

/**
 * Statements of `events.item_mention`: users and keys of items, with the days of the events that name them. A row too many
 * does no harm, because searches look at the events. One server alone has rows.
 */
@Injectable()
export class ItemMentionRepository {
  /**
   * Notes the items of events of some users · event_user, the newest rows · locks: rows of the same users and items, in order.
   *
   * @param fromMs  time of the oldest of these events; null: they are of this transaction
   */
  async noteUsers(
    tx: Tx,
    appId: number,
    events: NamingEvents,
    uids: readonly number[],
    fromMs: number | null,
  ): Promise<void> {
    const from = 'least(now(), to_timestamp($5::float8 / 1000))';
    await this.note(
      tx,
      `unnest($4::bigint[]) AS u (uid) JOIN events.event AS e ON e.vb = u.uid % 1024 AND e.app_id = $1 AND e.uid = u.uid`,
      `e.ts >= ${from} AND e.day >= (${from} AT TIME ZONE 'UTC')::date`,
      [appId, ...toColumns(events), bigintArray(uids), fromMs],
    );
  }

  /** Notes the items of all events of some buckets that a watch may look at · the events of these buckets. */
  async noteBuckets(tx: Tx, appId: number, events: NamingEvents, buckets: readonly number[]): Promise<void> {
    await this.note(
      tx,
      'events.event AS e',
      `e.vb = ANY ($4::smallint[]) AND e.app_id = $1 AND e.day >= (now() AT TIME ZONE 'UTC')::date - ${MAX_DAYS}`,
      [appId, ...toColumns(events), smallintArray(buckets)],
    );
  }

  private async note(tx: Tx, source: string, condition: string, values: readonly Param[]): Promise<void> {
    await tx.affected(
      `${ONE_SERVER} INSERT INTO events.item_mention AS m (vb, app_id, uid, key, first_day, last_day)
       SELECT e.vb, $1, e.uid, named.key #>> '{}', min(e.day), max(e.day)
         FROM ${source}
         JOIN unnest($2::integer[], $3::text[]) AS a (event_id, code) ON a.event_id = e.event_id
        CROSS JOIN LATERAL jsonb_path_query(e.attrs -> a.code, '$[*]') AS named (key)
        WHERE ${condition} AND length(named.key #>> '{}') BETWEEN 1 AND ${MAX_KEY}
        GROUP BY 1, 3, 4 ORDER BY 1, 3, 4
       ON CONFLICT (vb, app_id, uid, key) DO UPDATE
          SET first_day = least(m.first_day, excluded.first_day), last_day = greatest(m.last_day, excluded.last_day)
        WHERE excluded.first_day < m.first_day OR excluded.last_day > m.last_day`,
      values,
    );
  }

  /** Deletes what is noted of users · their rows · primary key. */
  async deleteByUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<void> {
    await tx.affected(
      `DELETE FROM events.item_mention AS m USING unnest($2::bigint[]) AS u (uid)
        WHERE m.vb = u.uid % 1024 AND m.app_id = $1 AND m.uid = u.uid`,
      [appId, bigintArray(uids)],
    );
  }

  /** Deletes rows whose events are gone, and those that no watch looks at any more · the whole table, once an hour. */
  async deleteBefore(tx: Tx, day: string): Promise<number> {
    return tx.affected(
      `DELETE FROM events.item_mention AS m
        WHERE m.last_day < greatest($1::date, (now() AT TIME ZONE 'UTC')::date - ${MAX_DAYS})`,
      [day],
    );
  }
}

function toColumns({ eventIds, codes }: NamingEvents): Param[] {
  return [integerArray(eventIds), textArray(codes)];
}
