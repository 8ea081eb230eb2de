import { Injectable } from '@nestjs/common';
import type { WatchRound } from '#libs/catalogs';
import { bigintArray, integerArray, smallintArray, textArray, type Tx } from '#platform/db';

/** Events that name items. @property until  events that end the interest of a person */
export interface ItemInterest {
  eventIds: readonly number[];
  until: readonly number[];
  /** Codes of the attribute that has keys of items. */
  codes: readonly string[];
  withinSeconds: number;
}

/** A person with interest in a changed item. */
export interface ConcernedPerson {
  uid: number;
  changeId: number;
}

/** Users of some buckets. @property after  those behind this place alone */
export interface PersonPage {
  buckets: readonly number[];
  after: ConcernedPerson;
  limit: number;
}

/** Finds people by their events. */
@Injectable()
export class ItemEventRepository {
  /**
   * People whose last event about the item, before the change and not too old, shows interest: by bucket, uid and change · the
   * events of the buckets, read once for all changes · event_user of the days · no locks. Changes come as arrays, because
   * events may lie on other servers.
   */
  async findConcerned(
    tx: Tx,
    appId: number,
    { eventIds, until, codes, withinSeconds }: ItemInterest,
    changes: WatchRound['changes'],
    { buckets, after, limit }: PersonPage,
  ): Promise<ConcernedPerson[]> {
    return tx.rows<ConcernedPerson>(
      `WITH change AS (
         SELECT * FROM unnest($5::bigint[], $6::text[], $7::timestamptz[]) AS c (id, key, at)),
       latest AS (
         SELECT DISTINCT ON (e.vb, e.uid, c.id) e.vb, e.uid, c.id, e.event_id
           FROM events.event AS e
          CROSS JOIN LATERAL unnest($8::text[]) AS a (code)
          CROSS JOIN LATERAL jsonb_path_query(e.attrs -> a.code, '$[*]') AS named (key)
           JOIN change AS c ON c.key = named.key #>> '{}' AND e.ts <= c.at AND e.ts > c.at - make_interval(secs => $9)
          WHERE e.vb = ANY ($2::smallint[]) AND e.app_id = $1 AND e.event_id = ANY ($3::integer[] || $4::integer[])
            AND e.day >= ((SELECT min(d.at) FROM change AS d) - make_interval(secs => $9))::date - 1
          ORDER BY e.vb, e.uid, c.id, e.ts DESC, e.event_id = ANY ($4::integer[]) DESC)
       SELECT l.uid, l.id::float8 AS "changeId" FROM latest AS l
        WHERE l.event_id <> ALL ($4::integer[]) AND (l.vb, l.uid, l.id) > (($10::bigint % 1024)::smallint, $10::bigint, $11::bigint)
        ORDER BY l.vb, l.uid, l.id LIMIT $12`,
      [
        appId,
        smallintArray(buckets),
        integerArray(eventIds),
        integerArray(until),
        bigintArray(changes.map(({ id }) => id)),
        textArray(changes.map(({ key }) => key)),
        textArray(changes.map(({ at }) => at)),
        textArray(codes),
        withinSeconds,
        after.uid,
        after.changeId,
        limit,
      ],
    );
  }
}
