import { Injectable } from '@nestjs/common';
import type { MentionedEvents, WatchRound } from '#libs/catalogs';
import {
  ALL_EACH,
  bigintArray,
  integerArray,
  ONE_SERVER,
  type Param,
  smallintArray,
  textArray,
  type Tx,
} from '#platform/db';

/** Events that name items. @property until  those that end the interest of a person, also among `events` */
export interface ItemInterest {
  events: MentionedEvents;
  until: readonly number[];
  withinSeconds: number;
}

/** A person with interest in a changed item. */
export interface ConcernedPerson {
  uid: number;
  changeId: number;
}

/**
 * Users of some buckets, without gaps.
 *
 * @property after         those behind this place alone
 * @property usesMentions  `events.item_mention` is complete for these events
 */
export interface PersonPage {
  buckets: readonly number[];
  after: ConcernedPerson;
  limit: number;
  usesMentions: boolean;
}

/** An event of an item that a user got. */
interface RecordedEvent {
  uid: number;
  attrs: Readonly<Record<string, unknown>>;
}

const FIRST_DAY = '((SELECT min(d.at) FROM change AS d) - make_interval(secs => $7))::date - 1';

/** Finds people by their events. Changes come as arrays, because events may lie on other servers. */
@Injectable()
export class ItemEventRepository {
  /**
   * People whose last event about the item, before the change and not too old, shows interest: by bucket, uid and change ·
   * item_mention_key, and the events of those people; without mentions the events of the buckets, read once for all changes ·
   * event_user of the days · no locks.
   */
  async findConcerned(
    tx: Tx,
    appId: number,
    interest: ItemInterest,
    changes: WatchRound['changes'],
    { buckets, after, limit, usesMentions }: PersonPage,
  ): Promise<ConcernedPerson[]> {
    const source = usesMentions ? ofMentioned() : OF_BUCKETS;
    return tx.rows<ConcernedPerson>(
      `${usesMentions ? ONE_SERVER : ''} ${latestSql(source)}
       SELECT l.uid, l.id::float8 AS "changeId" FROM latest AS l
        WHERE l.event_id <> ALL ($3::integer[]) AND (l.vb, l.uid, l.id) > (($10::bigint % 1024)::smallint, $10::bigint, $11::bigint)
        ORDER BY l.vb, l.uid, l.id LIMIT $12`,
      [...toParams(appId, interest, changes), smallintArray(buckets), after.uid, after.changeId, limit],
    );
  }

  /** Finds all concerned people among some users · event_user of the days. */
  async findConcernedUsers(
    tx: Tx,
    appId: number,
    interest: ItemInterest,
    changes: WatchRound['changes'],
    uids: readonly number[],
  ): Promise<ConcernedPerson[]> {
    return tx.rows<ConcernedPerson>(
      `${latestSql(OF_USERS)}
       SELECT l.uid, l.id::float8 AS "changeId" FROM latest AS l
        WHERE l.event_id <> ALL ($3::integer[]) ORDER BY l.vb, l.uid, l.id`,
      [...toParams(appId, interest, changes), bigintArray(uids)],
    );
  }

  /** Events of a kind that some users got since a moment, also as others who were merged into them · event_user. */
  async findRecorded(
    tx: Tx,
    appId: number,
    eventId: number,
    uids: readonly number[],
    since: string,
  ): Promise<RecordedEvent[]> {
    return tx.rows<RecordedEvent>(
      `SELECT e.uid, e.attrs FROM unnest($2::bigint[]) AS u (uid)
         JOIN events.event AS e ON e.vb = u.uid % 1024 AND e.app_id = $1 AND e.uid = u.uid
        WHERE e.event_id = $3 AND e.ts >= $4::timestamptz AND e.day >= ($4::timestamptz AT TIME ZONE 'UTC')::date`,
      [appId, bigintArray(uids), eventId, since],
    );
  }
}

/** A part of a statement that reads events. @property before  subqueries of `from` */
interface EventSource {
  before: string;
  from: string;
  where: string;
}

const OF_BUCKETS: EventSource = {
  before: '',
  from: 'events.event AS e',
  where: `e.vb = ANY ($9::smallint[]) AND e.day >= ${FIRST_DAY}`,
};

const OF_USERS: EventSource = {
  before: '',
  from: 'unnest($9::bigint[]) AS u (uid) JOIN events.event AS e ON e.vb = u.uid % 1024 AND e.uid = u.uid',
  where: `e.day >= ${FIRST_DAY}`,
};

/** Users with an event about one of the items, and their events of those days. */
function ofMentioned(): EventSource {
  const [from, to] = ['($9::smallint[])[1]', '($9::smallint[])[array_upper($9::smallint[], 1)]'];
  return {
    before: `person AS MATERIALIZED (
         SELECT m.vb, m.uid, min(m.first_day) AS first_day, max(m.last_day) AS last_day
           FROM (SELECT DISTINCT c.key FROM change AS c) AS k
          CROSS JOIN LATERAL (
            SELECT o.vb, o.uid, o.first_day, o.last_day FROM events.item_mention AS o
             WHERE o.app_id = $1 AND o.key = k.key AND o.vb >= ${from} AND o.vb <= ${to} ${ALL_EACH}) AS m
          GROUP BY m.vb, m.uid),`,
    from: `person AS p CROSS JOIN LATERAL (
            SELECT o.vb, o.uid, o.app_id, o.event_id, o.attrs, o.ts FROM events.event AS o
             WHERE o.vb = p.vb AND o.app_id = $1 AND o.uid = p.uid AND o.day >= p.first_day AND o.day <= p.last_day
               AND o.day >= ${FIRST_DAY} ${ALL_EACH}) AS e`,
    where: 'true',
  };
}

/** Subquery `latest`: the last event of each person about each changed item. */
function latestSql({ before, from, where }: EventSource): string {
  return `WITH change AS (
         SELECT * FROM unnest($4::bigint[], $5::text[], $6::timestamptz[]) AS c (id, key, at)),
       ${before}
       latest AS (
         SELECT DISTINCT ON (e.vb, e.uid, c.id) e.vb, e.uid, c.id, e.event_id
           FROM ${from}
           JOIN unnest($2::integer[], $8::text[]) AS a (event_id, code) ON a.event_id = e.event_id
          CROSS JOIN LATERAL jsonb_path_query(e.attrs -> a.code, '$[*]') AS named (key)
           JOIN change AS c ON c.key = named.key #>> '{}' AND e.ts <= c.at AND e.ts > c.at - make_interval(secs => $7)
          WHERE e.app_id = $1 AND e.event_id = ANY ($2::integer[]) AND ${where}
          ORDER BY e.vb, e.uid, c.id, e.ts DESC, e.event_id = ANY ($3::integer[]) DESC)`;
}

function toParams(appId: number, interest: ItemInterest, changes: WatchRound['changes']): Param[] {
  return [
    appId,
    integerArray(Object.keys(interest.events).map(Number)),
    integerArray(interest.until),
    bigintArray(changes.map(({ id }) => id)),
    textArray(changes.map(({ key }) => key)),
    textArray(changes.map(({ at }) => at)),
    interest.withinSeconds,
    textArray(Object.values(interest.events)),
  ];
}
