import { Injectable } from '@nestjs/common';
import { uidByExtIdSql, uidsByExtIdsSql, uidStampSql } from '#libs/users/identities';
import {
  bigintArray,
  Database,
  integerArray,
  ONE_SERVER,
  prepared,
  smallintArray,
  textArray,
  type Param,
  type Tx,
} from '#platform/db';
import { bucketOfId } from '#platform/ids';
import { insertWithOriginSql } from './event.sql.js';
import type {
  CheckedEvent,
  EventCursor,
  EventRow,
  FiredRow,
  FiredSelection,
  NamedEvent,
  StoredEventRow,
  StoredEvents,
  StoredNamedEvents,
} from '../model/event.types.js';

/** Statements of `events.event`. */
@Injectable()
export class EventRepository {
  constructor(private readonly db: Database) {}

  /**
   * Stores the events of one request: the events of one request · rows: usually up to 1000 · index: event_user, whose
   * pages are met in order because the rows are sorted by (vb, uid) · locks: none · why the microseconds: they keep the
   * order of a user's events within a request without another column · why the day of each row's own instant: a request
   * at midnight must not store rows under a day that readers do not search · why one JSON text for all attributes: an
   * array of texts must be quoted, unquoted and parsed one by one, at twice the cost of this client and a sixth more in
   * Postgres.
   *
   * @param events  sorted by (vb, uid), those of one user in their order
   */
  async insert(tx: Tx, appId: number, events: readonly EventRow[]): Promise<void> {
    await tx.affected(`INSERT INTO ${COLUMNS} ${EVENTS_BY_UID}`, [appId, ...toColumns(events)]);
  }

  /**
   * Inserts events whose uids come from the cache. It waits for no look-up: a thousand of them are a quarter of such
   * a request. Prepared, because its plan does not depend on how large any table is.
   *
   * @returns the stamp to compare with that of the uids
   */
  async insertCached(tx: Tx, appId: number, events: readonly EventRow[]): Promise<string> {
    const row = await tx.row<{ stamp: string }>(
      prepared(`WITH stored AS (INSERT INTO ${COLUMNS} ${EVENTS_BY_UID}) SELECT ${uidStampSql('$1')} AS stamp`),
      [appId, ...toColumns(events)],
    );
    return row?.stamp ?? '';
  }

  /**
   * Inserts events by extId, for those without a cached uid. Events of missing users are left out. Not an error of the server:
   * it would stand in the server's log, with the row.
   *
   * @param events  sorted by vb, those of one user in their order
   */
  async insertNamed(tx: Tx, appId: number, events: readonly NamedEvent[]): Promise<StoredNamedEvents> {
    if (tx.isDistributed) {
      const { uids, known } = await this.findUsers(tx, appId, events);
      const stamp = await this.insertCached(tx, appId, known);
      return { uids: uids.filter((_, at) => events[at]?.uid === 0), stamp };
    }
    const row = await tx.row<{ uids: string | null; stamp: string }>(
      `${ONE_SERVER} WITH fired AS MATERIALIZED (
         SELECT CASE WHEN q.uid > 0 THEN q.uid
                     ELSE ${uidByExtIdSql({ vb: 'q.vb', app: '$1', extId: 'q.ext_id' })} END AS uid,
                q.uid = 0 AS is_named, q.vb, q.event_id, q.attrs, q.n
         FROM ROWS FROM (unnest($2::bigint[]), unnest($3::integer[]), jsonb_array_elements($4::jsonb),
                         unnest($5::smallint[]), unnest($6::text[]))
           WITH ORDINALITY AS q (uid, event_id, attrs, vb, ext_id, n)),
       stored AS (
         INSERT INTO ${COLUMNS}
         SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, e.uid, $1, e.event_id, e.vb, e.attrs
         FROM fired AS e CROSS JOIN LATERAL ${ARRIVAL} AS t
         WHERE e.uid IS NOT NULL)
       SELECT string_agg(coalesce(e.uid, 0)::text, ',' ORDER BY e.n) FILTER (WHERE e.is_named) AS uids,
              ${uidStampSql('$1')} AS stamp
       FROM fired AS e`,
      [
        appId,
        ...toColumns(events),
        smallintArray(events.map((event) => event.vb)),
        textArray(events.map((event) => (event.uid > 0 ? '' : event.extId))),
      ],
    );
    return { uids: row?.uids?.split(',').map(Number) ?? [], stamp: row?.stamp ?? '' };
  }

  /**
   * Use: events with a time of their own or an id against repeats · rows and index as `insert`, and two rows of
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
      values: [bigintArray(events.map((event) => event.uid))],
    });
  }

  /** Inserts events with their origin by extId. Events of missing users are left out and counted. */
  async insertNamedWithOrigin(tx: Tx, appId: number, events: readonly NamedEvent[]): Promise<StoredEvents> {
    if (tx.isDistributed) {
      const { known } = await this.findUsers(tx, appId, events);
      const stored = await this.insertWithOrigin(tx, appId, known);
      return { ...stored, missing: events.length - known.length };
    }
    return this.runWithOrigin(tx, appId, events, {
      columns: 'vb, ext_id',
      source: 'unnest($6::smallint[]), unnest($7::text[])',
      uid: `${ONE_SERVER} ${uidByExtIdSql({ vb: 'q.vb', app: '$1', extId: 'q.ext_id' })}`,
      vb: 'q.vb',
      values: [smallintArray(events.map((event) => event.vb)), textArray(events.map((event) => event.extId))],
    });
  }

  /** @returns the uid of each event, 0 for a missing user, and the events of users that are there */
  private async findUsers(
    tx: Tx,
    appId: number,
    events: readonly NamedEvent[],
  ): Promise<{ uids: number[]; known: NamedEvent[] }> {
    const rows = await tx.rows<{ n: number; uid: number }>(uidsByExtIdsSql({ vbs: '$2', app: '$1', extIds: '$3' }), [
      appId,
      smallintArray(events.map((event) => event.vb)),
      textArray(events.map((event) => event.extId)),
    ]);
    const found = new Map(rows.map(({ n, uid }) => [n - 1, uid]));
    const uids = events.map(({ uid }, at) => (uid > 0 ? uid : (found.get(at) ?? 0)));
    const known = events.flatMap((event, at) => {
      const uid = uids[at] ?? 0;
      return uid > 0 ? [{ ...event, uid }] : [];
    });
    return { uids, known };
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
        integerArray(events.map((event) => event.eventId)),
        toJson(events),
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
         DELETE FROM events.event AS e
         WHERE e.vb = $2::bigint % 1024 AND e.app_id = $1 AND e.uid = $2 RETURNING e.day, e.ts, e.event_id, e.attrs, e.xid),
       stored AS (
         INSERT INTO events.event (day, ts, uid, app_id, event_id, vb, attrs, xid)
         SELECT m.day, m.ts, $3::bigint, $1, m.event_id, ($3::bigint % 1024)::smallint, m.attrs, m.xid FROM moved AS m)
       SELECT DISTINCT m.event_id AS "eventId" FROM moved AS m ORDER BY m.event_id`,
      [appId, fromUid, toUid],
    );
    return rows.map(({ eventId }) => eventId);
  }

  /**
   * Events that some transactions stored · as many as they stored · event_user of their days alone. Events that a merge moved
   * keep their transaction, so those of the merge are none. The lock holds merges and erasures back until the caller has
   * stored what it makes of the events; Citus has none for rows of several servers.
   *
   * @param fired.xids  transactions; a row of the change feed names its own, and the days of its events
   */
  async findFired(tx: Tx, appId: number, { uids, eventIds, xids, days }: FiredSelection): Promise<FiredRow[]> {
    return tx.rows<FiredRow>(
      `${tx.isDistributed ? '' : ONE_SERVER} SELECT e.uid, e.event_id AS "eventId", e.ts AS at, e.attrs
       FROM unnest($2::bigint[]) AS u (uid)
       JOIN events.event AS e ON e.vb = u.uid % 1024 AND e.app_id = $1 AND e.uid = u.uid
       WHERE e.day = ANY ($5::date[]) AND e.event_id = ANY ($3::integer[])
         AND e.xid = ANY ($4::xid8[])
       ORDER BY e.ts, e.uid ${tx.isDistributed ? '' : 'FOR KEY SHARE OF e'}`,
      [appId, bigintArray(uids), integerArray(eventIds), textArray(xids), textArray(days)],
    );
  }

  /** Finds the users among some who are there, and keeps them from an erasure until the commit · app_user's primary key. */
  async lockUsers(tx: Tx, appId: number, uids: readonly number[]): Promise<Set<number>> {
    const rows = await tx.rows<{ uid: number }>(
      `${tx.isDistributed ? '' : ONE_SERVER} SELECT u.uid FROM unnest($2::bigint[]) AS q (uid)
       JOIN users.v_app_user AS u ON u.vb = q.uid % 1024 AND u.app_id = $1 AND u.uid = q.uid
       ORDER BY u.uid ${tx.isDistributed ? '' : 'FOR KEY SHARE OF u'}`,
      [appId, bigintArray(uids)],
    );
    return new Set(rows.map(({ uid }) => uid));
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
      withNames(`
        SELECT e.ts::text AS ts, e.tableoid::bigint AS partition, e.ctid::text AS place, e.ts AS at,
               e.event_id AS "eventId", e.attrs
        FROM events.event AS e
        WHERE e.vb = $2 AND e.app_id = $1 AND e.uid = $3
          AND ($4::timestamptz IS NULL OR (e.ts, e.tableoid, e.ctid) > ($4::timestamptz, $5::oid, $6::tid))
        ORDER BY e.ts, e.tableoid, e.ctid LIMIT $7`),
      [appId, bucketOfId(uid), uid, after?.ts ?? null, after?.partition ?? 0, after?.place ?? '(0,0)', limit],
    );
  }

  /**
   * A page of one user's events, the newest first · `limit` rows · event_user of every day, read backwards from the place,
   * so that a late page costs no more than the first · no locks.
   *
   * @param before  the last event of the previous page
   */
  async findNewest(appId: number, uid: number, before: EventCursor | null, limit: number): Promise<StoredEventRow[]> {
    const place = before ? 'AND e.ts <= $5::timestamptz AND (e.ts, e.tableoid, e.ctid) < ($5, $6::oid, $7::tid)' : '';
    return this.db.rows<StoredEventRow>(
      withNames(`
        SELECT to_char(e.ts AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ts, e.tableoid::bigint AS partition,
               e.ctid::text AS place, e.ts AS at, e.event_id AS "eventId", e.attrs
        FROM events.event AS e
        WHERE e.vb = $2 AND e.app_id = $1 AND e.uid = $3 ${place}
        ORDER BY e.ts DESC, e.tableoid DESC, e.ctid DESC LIMIT $4`),
      [appId, bucketOfId(uid), uid, limit, ...(before ? [before.ts, before.partition, before.place] : [])],
    );
  }
}

const COLUMNS = 'events.event (day, ts, uid, app_id, event_id, vb, attrs)';

/**
 * A page of events with the codes of their definitions. Events lie on other servers than definitions where tables are
 * distributed, so that the page is read first, and keeps its order.
 */
function withNames(page: string): string {
  return `WITH page AS MATERIALIZED (${page})
       SELECT p.*, (SELECT d.code FROM events.event_def AS d WHERE d.app_id = $1 AND d.event_id = p."eventId") AS code
       FROM page AS p`;
}

/** The time of the event at place `n` of its request. */
const ARRIVAL = "(SELECT now() + e.n * interval '1 microsecond' AS ts)";

/** Rows of the arrays $2 to $4. */
const EVENTS_BY_UID = `
  SELECT (t.ts AT TIME ZONE 'UTC')::date, t.ts, e.uid, $1, e.event_id, e.uid % 1024, e.attrs
  FROM ROWS FROM (unnest($2::bigint[]), unnest($3::integer[]), jsonb_array_elements($4::jsonb))
    WITH ORDINALITY AS e (uid, event_id, attrs, n)
  CROSS JOIN LATERAL ${ARRIVAL} AS t`;

function toColumns(events: readonly EventRow[]): Param[] {
  return [
    bigintArray(events.map((event) => event.uid)),
    integerArray(events.map((event) => event.eventId)),
    toJson(events),
  ];
}

/** All attributes as one text. */
function toJson(events: readonly CheckedEvent[]): string {
  return JSON.stringify(events.map((event) => event.attrs));
}

/** Formats numbers or UUIDs as a Postgres array with NULLs. */
function nullableArray(values: readonly (number | string | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
