import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import { RESULT_KINDS, resultCounts, SEND_HEADER, skippedByReason } from './send-figures.sql.js';

/** Some sends of a key that were requested on one day. */
export interface KeyDay {
  notificationKey: number;
  /** Day of the request, UTC. */
  day: string;
  planned: number;
}

/**
 * Adds finished sends to the sums of their keys; parameters: ids, launch days. A writer of figures of a key and day
 * holds the row of their total, and locks several totals in the order of their keys: so `counts` waits for `totals`.
 */
const ADD = `
  WITH send AS MATERIALIZED (
    SELECT ${SEND_HEADER} FROM delivery.dispatch AS d WHERE d.dispatch_id = ANY ($1::bigint[])),
  totals AS (
    INSERT INTO delivery.key_total AS t
      (app_id, notification_key, day, sends, planned, is_finished, started_at, ended_at, due_at)
    SELECT g.app_id, g.notification_key, g.day, count(*), sum(g.planned), bool_or(g.is_finished), min(g.started_at),
           max(g.ended_at), max(g.due_at)
      FROM send AS g GROUP BY g.app_id, g.notification_key, g.day ORDER BY 1, 2, 3
    ON CONFLICT (app_id, notification_key, day) DO UPDATE
       SET sends = t.sends + excluded.sends, planned = t.planned + excluded.planned,
           is_finished = t.is_finished OR excluded.is_finished, started_at = least(t.started_at, excluded.started_at),
           ended_at = greatest(t.ended_at, excluded.ended_at), due_at = greatest(t.due_at, excluded.due_at)
    RETURNING t.day),
  chunk AS MATERIALIZED (
    SELECT c.dispatch_id, c.sent, c.failed, c.skipped FROM delivery.chunk AS c WHERE c.dispatch_id = ANY ($1::bigint[])),
  ${skippedByReason('$2::date[]')},
  figures AS MATERIALIZED (
    SELECT g.app_id, g.notification_key, g.day, n.kind, n.platform, n.name, sum(n.count) AS count
      FROM (${resultCounts('$2::date[]')}) AS n JOIN send AS g ON g.dispatch_id = n.dispatch_id
     WHERE n.count > 0
     GROUP BY 1, 2, 3, 4, 5, 6),
  counts AS (
    INSERT INTO delivery.key_count AS c (app_id, notification_key, day, kind, platform, name, count)
    SELECT f.* FROM figures AS f WHERE (SELECT count(*) FROM totals) > 0 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = c.count + excluded.count)
  SELECT count(*) AS figures FROM figures`;

/**
 * Finds the sums of days before one that have other sends than the marked ones that are left, drops them, and takes the
 * mark off what is left. Application, day.
 */
const DROP_WRONG = `
  WITH marked AS MATERIALIZED (
    SELECT d.dispatch_id, d.notification_key, (d.created_at AT TIME ZONE 'UTC')::date AS day
      FROM delivery.dispatch AS d
     WHERE d.app_id = $1 AND d.created_at < $2::date::timestamp AT TIME ZONE 'UTC' AND d.is_counted),
  remaining AS MATERIALIZED (
    SELECT m.notification_key, m.day, count(*) AS sends FROM marked AS m GROUP BY m.notification_key, m.day),
  wrong AS MATERIALIZED (
    SELECT t.notification_key, t.day
      FROM delivery.key_total AS t LEFT JOIN remaining AS r USING (notification_key, day)
     WHERE t.app_id = $1 AND t.day < $2::date AND t.sends <> coalesce(r.sends, 0)),
  unmarked AS (
    UPDATE delivery.dispatch AS d SET is_counted = false
      FROM marked AS m JOIN wrong AS w USING (notification_key, day) WHERE d.dispatch_id = m.dispatch_id),
  counts AS (
    DELETE FROM delivery.key_count AS c USING wrong AS w
     WHERE c.app_id = $1 AND c.notification_key = w.notification_key AND c.day = w.day AND c.kind IN (${RESULT_KINDS}))
  DELETE FROM delivery.key_total AS t USING wrong AS w
   WHERE t.app_id = $1 AND t.notification_key = w.notification_key AND t.day = w.day`;

/** Sums of the finished sends of definitions, whose keys have many. */
@Injectable()
export class KeyTotalRepository {
  /**
   * Adds sends that this transaction has finished. A row for each key, day, kind and platform · primary key, those of the
   * sends' rows by dispatch · locks the totals to its end.
   */
  async add(tx: Tx, sends: readonly { dispatchId: number; day: string }[]): Promise<void> {
    if (sends.length > 0) {
      // Not prepared: the days of its partitions are known only with the values.
      await tx.affected(ADD, [sends.map(({ dispatchId }) => dispatchId), [...new Set(sends.map(({ day }) => day))]]);
    }
  }

  /** Takes sends off their totals, before their figures · primary key · locks the totals in the order of their keys. */
  async subtract(tx: Tx, appId: number, sends: readonly KeyDay[]): Promise<void> {
    if (sends.length === 0) {
      return;
    }
    await tx.affected(
      `WITH gone AS (
         SELECT g.notification_key, g.day, count(*) AS sends, sum(g.planned) AS planned
           FROM unnest($2::integer[], $3::date[], $4::bigint[]) AS g (notification_key, day, planned)
          GROUP BY g.notification_key, g.day),
       locked AS (
         SELECT t.notification_key, t.day FROM delivery.key_total AS t JOIN gone AS g USING (notification_key, day)
          WHERE t.app_id = $1 ORDER BY t.notification_key, t.day FOR NO KEY UPDATE OF t)
       UPDATE delivery.key_total AS t SET sends = t.sends - g.sends, planned = t.planned - g.planned
         FROM gone AS g JOIN locked AS l USING (notification_key, day)
        WHERE t.app_id = $1 AND t.notification_key = g.notification_key AND t.day = g.day`,
      [appId, ...toColumns(sends), sends.map(({ planned }) => planned)],
    );
  }

  /**
   * Drops the sums of sends that the retention of the release before has moved without them: each would count twice. Sends
   * that are left of them are read one by one. All sums and marked sends of days before one: few are left so late ·
   * primary key, dispatch_by_time · locks the totals in the order of their keys, then those sends.
   *
   * @param before  `yyyy-MM-dd`; the roll-up has taken what it may of the days before it
   */
  async dropWrong(tx: Tx, appId: number, before: string): Promise<void> {
    await tx.affected(
      `SELECT FROM delivery.key_total AS t WHERE t.app_id = $1 AND t.day < $2::date
        ORDER BY t.notification_key, t.day FOR UPDATE`,
      [appId, before],
    );
    await tx.affected(DROP_WRONG, [appId, before]);
  }

  /**
   * Deletes totals whose last send has gone. Reasons of people who were erased since stay in no send: they go over to the
   * sums that remain, so no figure changes · primary key.
   */
  async removeEmpty(tx: Tx, appId: number, sends: readonly KeyDay[]): Promise<void> {
    if (sends.length === 0) {
      return;
    }
    await tx.affected(
      `WITH emptied AS (
         DELETE FROM delivery.key_total AS t USING unnest($2::integer[], $3::date[]) AS g (notification_key, day)
          WHERE t.app_id = $1 AND t.notification_key = g.notification_key AND t.day = g.day AND t.sends <= 0
         RETURNING t.notification_key, t.day),
       rest AS (
         DELETE FROM delivery.key_count AS c USING emptied AS e
          WHERE c.app_id = $1 AND c.notification_key = e.notification_key AND c.day = e.day AND c.kind IN (${RESULT_KINDS})
         RETURNING c.notification_key, c.day, c.kind, c.platform, c.name, c.count)
       INSERT INTO delivery.send_count AS s (app_id, notification_key, day, kind, platform, name, count)
       SELECT $1, r.* FROM rest AS r WHERE r.count > 0
       ON CONFLICT (app_id, notification_key, day, kind, platform, name) DO UPDATE SET count = s.count + excluded.count`,
      [appId, ...toColumns(sends)],
    );
  }
}

function toColumns(sends: readonly KeyDay[]): [number[], string[]] {
  return [sends.map(({ notificationKey }) => notificationKey), sends.map(({ day }) => day)];
}
