import { Injectable } from '@nestjs/common';
import { uidByExtIdSql } from '#libs/users';
import { Database, numberArray, textArray, type Param, type Tx } from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { insertWithOriginSql } from './event.sql.js';
import type {
  CheckedEvent,
  EventCursor,
  EventRow,
  NamedEvent,
  StoredEventRow,
  StoredEvents,
} from '../model/event.types.js';

/** Statements of `events.event`. */
@Injectable()
export class EventRepository {
  constructor(private readonly db: Database) {}

  /**
   * What for: the events of one request · rows: usually up to 1000 · index: event_user, whose pages are met in order
   * because the rows are sorted by (vb, uid) · locks: none · why the microseconds: they keep the order of a user's
   * events within a request without another column · why the day of each row's own instant: a request at midnight must
   * not store rows under a day that readers do not search · why one JSON text for all attributes: an array of texts
   * must be quoted, unquoted and parsed one by one, at twice the cost of this client and a sixth more in Postgres.
   *
   * @param events  sorted by (vb, uid), those of one user in their order
   */
  async insert(tx: Tx, appId: number, events: readonly EventRow[]): Promise<void> {
    await tx.affected(
      `INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
       SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, e.uid, $1, e.event_id, e.uid % 1024, e.attrs
       FROM ROWS FROM (unnest($2::bigint[]), unnest($3::integer[]), jsonb_array_elements($4::jsonb))
         WITH ORDINALITY AS e (uid, event_id, attrs, n)
       CROSS JOIN LATERAL (SELECT now() + e.n * interval '1 microsecond' AS ts) AS t`,
      [
        appId,
        numberArray(events.map((event) => event.uid)),
        numberArray(events.map((event) => event.eventId)),
        `[${events.map((event) => event.attrs).join()}]`,
      ],
    );
  }

  /**
   * The same by extId, which saves a look-up of a fifth of a request. Events of missing users are left out, which their
   * number shows. Not an error of the server: it would stand in the server's log, with the row. OFFSET 0 keeps the
   * look-up of each uid to one: Postgres would run it for the condition and again for the row.
   *
   * @param events  sorted by vb, those of one user in their order
   * @returns uids of the users, and the number of stored events
   */
  async insertNamed(tx: Tx, appId: number, events: readonly NamedEvent[]): Promise<{ uids: number[]; count: number }> {
    const row = await tx.row<{ uids: number[] | null; count: number }>(
      `WITH stored AS (
         INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs)
         SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, e.uid, $1, e.event_id, e.vb, e.attrs
         FROM (SELECT ${uidByExtIdSql({ vb: 'q.vb', app: '$1', extId: 'q.ext_id' })} AS uid, q.*
               FROM ROWS FROM (unnest($2::smallint[]), unnest($3::text[]), unnest($4::integer[]),
                               jsonb_array_elements($5::jsonb))
                 WITH ORDINALITY AS q (vb, ext_id, event_id, attrs, n) OFFSET 0) AS e
         CROSS JOIN LATERAL (SELECT now() + e.n * interval '1 microsecond' AS ts) AS t
         WHERE e.uid IS NOT NULL
         RETURNING uid)
       SELECT array_agg(DISTINCT s.uid ORDER BY s.uid) AS uids, count(*) AS count FROM stored AS s`,
      [
        appId,
        numberArray(events.map((event) => event.vb)),
        textArray(events.map((event) => event.extId)),
        numberArray(events.map((event) => event.eventId)),
        `[${events.map((event) => event.attrs).join()}]`,
      ],
    );
    return { uids: row?.uids ?? [], count: row?.count ?? 0 };
  }

  /**
   * What for: events with a time of their own or an id against repeats · rows and index as `insert`, and two rows of
   * `events.message_id` for each id · waits for another request with the same id, then knows whether it was stored. Ids
   * are locked in their order, so that two requests with the same ones cannot wait for each other.
   *
   * @param events  sorted by (vb, uid), those of one user in their order; each repeat key once
   */
  async insertWithOrigin(tx: Tx, appId: number, events: readonly EventRow[]): Promise<StoredEvents> {
    return this.runWithOrigin(tx, appId, events, {
      columns: 'uid',
      source: 'unnest($6::bigint[])',
      uid: 'q.uid',
      vb: 'q.uid % 1024',
      values: [numberArray(events.map((event) => event.uid))],
    });
  }

  /** The same by extId. Events of missing users are left out and counted. */
  async insertNamedWithOrigin(tx: Tx, appId: number, events: readonly NamedEvent[]): Promise<StoredEvents> {
    return this.runWithOrigin(tx, appId, events, {
      columns: 'vb, ext_id',
      source: 'unnest($6::smallint[]), unnest($7::text[])',
      uid: uidByExtIdSql({ vb: 'q.vb', app: '$1', extId: 'q.ext_id' }),
      vb: 'q.vb',
      values: [numberArray(events.map((event) => event.vb)), textArray(events.map((event) => event.extId))],
    });
  }

  private async runWithOrigin(
    tx: Tx,
    appId: number,
    events: readonly CheckedEvent[],
    user: Parameters<typeof insertWithOriginSql>[0] & { values: readonly Param[] },
  ): Promise<StoredEvents> {
    const row = await tx.row<{ uids: number[] | null; eventIds: number[] | null; missing: number }>(
      insertWithOriginSql(user),
      [
        appId,
        numberArray(events.map((event) => event.eventId)),
        `[${events.map((event) => event.attrs).join()}]`,
        nullableArray(events.map((event) => event.at)),
        nullableArray(events.map((event) => event.repeatKey)),
        ...user.values,
      ],
    );
    return { uids: row?.uids ?? [], eventIds: row?.eventIds ?? [], missing: row?.missing ?? 0 };
  }

  /** Moves one user's events to another · the user's rows · event_user of every day · locks those rows. */
  async moveToUser(tx: Tx, appId: number, fromUid: number, toUid: number): Promise<number[]> {
    const rows = await tx.rows<{ eventId: number }>(
      `WITH moved AS (
         UPDATE events.event AS e SET uid = $3, vb = $3::bigint % 1024
         WHERE e.vb = $2::bigint % 1024 AND e.app_id = $1 AND e.uid = $2 RETURNING e.event_id)
       SELECT DISTINCT m.event_id AS "eventId" FROM moved AS m ORDER BY m.event_id`,
      [appId, fromUid, toUid],
    );
    return rows.map(({ eventId }) => eventId);
  }

  /** Deletes all events of users · their rows · event_user of every day · locks those rows. */
  async deleteByUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<number> {
    return tx.affected(
      `DELETE FROM events.event AS e USING unnest($2::bigint[]) AS erased (uid)
       WHERE e.vb = erased.uid % 1024 AND e.app_id = $1 AND e.uid = erased.uid`,
      [appId, uids],
    );
  }

  /**
   * A page of one user's events, oldest first · `limit` rows · event_user of every day · no locks · why the place of a row
   * is part of the cursor: several events may have one time.
   *
   * @param after  the last event of the previous page
   */
  async findByUser(appId: number, uid: number, after: EventCursor | null, limit: number): Promise<StoredEventRow[]> {
    return this.db.rows<StoredEventRow>(
      `SELECT e.ts::text AS ts, e.tableoid::bigint AS partition, e.ctid::text AS place, e.ts AS at,
              e.event_id AS "eventId", e.attrs,
              (SELECT d.code FROM events.event_def AS d WHERE d.app_id = $1 AND d.event_id = e.event_id) AS code
       FROM events.event AS e
       WHERE e.vb = $2 AND e.app_id = $1 AND e.uid = $3
         AND ($4::timestamptz IS NULL OR (e.ts, e.tableoid, e.ctid) > ($4::timestamptz, $5::oid, $6::tid))
       ORDER BY e.ts, e.tableoid, e.ctid LIMIT $7`,
      [appId, bucketOfId(uid), uid, after?.ts ?? null, after?.partition ?? 0, after?.place ?? '(0,0)', limit],
    );
  }
}

/** Formats numbers or UUIDs as a Postgres array with NULLs. */
function nullableArray(values: readonly (number | string | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
