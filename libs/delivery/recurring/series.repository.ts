import { Injectable } from '@nestjs/common';
import type { Target } from '#libs/audience';
import { Database, prepared, type Statements, type Tx } from '#platform/db';
import { DISPATCH_STATES } from '../model/delivery.types.js';
import type { Occurrence, Series, SeriesRule } from '../model/series.types.js';

/** A recurring campaign to be stored. */
export type NewSeries = Omit<Series, 'runs'>;

/** A locked series. @property askedState  of its first run, where that waited for an approval */
export interface LockedSeries extends Series {
  now: Date;
  isPaused: boolean;
  askedState: 'waiting' | 'approved' | 'ended' | null;
}

interface SeriesRow extends Omit<LockedSeries, 'next' | 'request'> {
  message: Series['request']['message'];
  target: Series['request']['target'];
  options: Series['request']['options'];
  speed: Series['request']['speed'] | null;
  contents: Series['request']['contents'] | null;
  nextAt: Date | null;
  nextWall: string | null;
  nextNumber: number | null;
}

/** How a series goes on. @property missed  times at which no run began */
export interface SeriesStep {
  next: Occurrence | null;
  missed: readonly Occurrence[];
  hasRun: boolean;
}

/** Times without a run that are listed; all are counted. */
const MAX_MISSED = 100;

const WAITS = `d.due_at IS NULL AND d.state = ${DISPATCH_STATES.stored}`;
const COLUMNS = `
  s.app_id AS "appId", s.notification_key AS "notificationKey", s.message, s.target, s.options, s.speed, s.contents, s.rule,
  s.next_at AS "nextAt", s.next_wall AS "nextWall", s.next_number AS "nextNumber", s.runs, s.asked_id AS "askedId", s.author,
  s.paused_at IS NOT NULL AS "isPaused", clock_timestamp() AS now,
  CASE WHEN s.asked_id IS NULL THEN NULL ELSE coalesce(
    (SELECT CASE WHEN ${WAITS} THEN 'waiting' WHEN d.due_at IS NULL THEN 'ended' ELSE 'approved' END
       FROM delivery.dispatch AS d WHERE d.dispatch_id = s.asked_id), 'ended') END AS "askedState"`;
const OPEN = 's.ended_at IS NULL';

/** Recurring campaigns: one row each. Times are compared with the clock of the database alone. */
@Injectable()
export class SeriesRepository {
  constructor(private readonly db: Database) {}

  /** 1 row. */
  async insert(tx: Tx, { request, rule, next, ...series }: NewSeries): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.series (notification_key, app_id, message, target, options, speed, contents, rule, next_at, next_wall,
                                    next_number, asked_id, author)
       VALUES ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7::jsonb, $8::jsonb, $9, $10, $11, $12, $13::jsonb)`,
      [
        series.notificationKey,
        series.appId,
        JSON.stringify(request.message),
        JSON.stringify(request.target),
        JSON.stringify(request.options),
        request.speed ? JSON.stringify(request.speed) : null,
        request.contents ? JSON.stringify(request.contents) : null,
        JSON.stringify(rule),
        next?.dueAt ?? null,
        next?.wall ?? null,
        next?.number ?? null,
        series.askedId,
        JSON.stringify(series.author),
      ],
    );
  }

  /** Series with work to do, of any application · series_due, series_asked. */
  async listDue(limit: number): Promise<{ appId: number; notificationKey: number }[]> {
    return this.db.rows(
      prepared(`(SELECT s.app_id AS "appId", s.notification_key AS "notificationKey" FROM delivery.series AS s
         WHERE ${OPEN} AND s.paused_at IS NULL AND s.asked_id IS NULL AND s.next_at <= now() ORDER BY s.next_at LIMIT ${limit})
       UNION ALL
       (SELECT s.app_id, s.notification_key FROM delivery.series AS s
          LEFT JOIN delivery.dispatch AS d ON d.dispatch_id = s.asked_id
         WHERE s.asked_id IS NOT NULL AND ${OPEN} AND (${WAITS}) IS NOT TRUE LIMIT ${limit})`),
    );
  }

  /** A series that has not ended, without a lock · primary key. */
  async find(appId: number, key: number, on: Statements = this.db): Promise<LockedSeries | undefined> {
    const row = await on.row<SeriesRow>(
      `SELECT ${COLUMNS} FROM delivery.series AS s WHERE s.app_id = $1 AND s.notification_key = $2 AND ${OPEN}`,
      [appId, key],
    );
    return row && toSeries(row);
  }

  /** Series of an application that have not ended, the newest first · series_application. */
  async listOpen(appId: number, limit: number): Promise<LockedSeries[]> {
    const rows = await this.db.rows<SeriesRow>(
      `SELECT ${COLUMNS} FROM delivery.series AS s
        WHERE s.app_id = $1 AND ${OPEN} ORDER BY s.notification_key DESC LIMIT $2`,
      [appId, limit],
    );
    return rows.map(toSeries);
  }

  /** Locks a series that has not ended; undefined: it has, or another process has it · primary key. */
  async claim(tx: Tx, appId: number, key: number): Promise<LockedSeries | undefined> {
    return this.lockRow(tx, appId, key, 'FOR UPDATE OF s SKIP LOCKED');
  }

  /** Locks such a series, after any other process that has it. */
  async lock(tx: Tx, appId: number, key: number): Promise<LockedSeries | undefined> {
    return this.lockRow(tx, appId, key, 'FOR UPDATE OF s');
  }

  /** Moves a locked series on. Without a next run it has ended · primary key. */
  async advance(tx: Tx, key: number, { next, missed, hasRun }: SeriesStep): Promise<void> {
    await tx.affected(
      `UPDATE delivery.series AS s
          SET next_at = $2, next_wall = $3, next_number = $4, asked_id = NULL, runs = s.runs + $5,
              missed_count = s.missed_count + jsonb_array_length($6::jsonb),
              missed = (SELECT coalesce(jsonb_agg(m.value ORDER BY m.place), '[]')
                          FROM (SELECT e.value, e.place FROM jsonb_array_elements(s.missed || $6::jsonb)
                                  WITH ORDINALITY AS e (value, place) ORDER BY e.place DESC LIMIT ${MAX_MISSED}) AS m),
              ended_at = CASE WHEN $2::timestamptz IS NULL THEN now() END
        WHERE s.notification_key = $1`,
      [
        key,
        next?.dueAt ?? null,
        next?.wall ?? null,
        next?.number ?? null,
        hasRun ? 1 : 0,
        JSON.stringify(missed.map(({ dueAt }) => ({ at: dueAt.toISOString() }))),
      ],
    );
  }

  /** Gives a locked series another rule · primary key. */
  async setRule(
    tx: Tx,
    key: number,
    change: { rule: SeriesRule; next: Occurrence; options: Series['request']['options']; askedId: number | null },
  ): Promise<void> {
    await tx.affected(
      `UPDATE delivery.series AS s
          SET rule = $2::jsonb, next_at = $3, next_wall = $4, next_number = $5, options = $6::jsonb, asked_id = $7
        WHERE s.notification_key = $1`,
      [
        key,
        JSON.stringify(change.rule),
        change.next.dueAt,
        change.next.wall,
        change.next.number,
        JSON.stringify(change.options),
        change.askedId,
      ],
    );
  }

  /** Gives a locked series other texts · primary key. */
  async setMessages(
    tx: Tx,
    key: number,
    { request, askedId }: { request: Series['request']; askedId: number | null },
  ): Promise<void> {
    await tx.affected(
      `UPDATE delivery.series AS s SET message = $2::jsonb, contents = $3::jsonb, options = $4::jsonb, asked_id = $5
        WHERE s.notification_key = $1`,
      [
        key,
        JSON.stringify(request.message),
        request.contents ? JSON.stringify(request.contents) : null,
        JSON.stringify(request.options),
        askedId,
      ],
    );
  }

  /** Holds series: no run begins. @returns their keys */
  async pause(tx: Tx, appId: number, keys: readonly number[]): Promise<number[]> {
    return this.change(
      tx,
      `SET paused_at = now(), pause_reason = 'ASKED' WHERE ${OPEN} AND s.paused_at IS NULL AND s.asked_id IS NULL`,
      appId,
      keys,
    );
  }

  /** Ends the pause of locked series · primary key. */
  async resume(tx: Tx, key: number): Promise<void> {
    await tx.affected(
      'UPDATE delivery.series AS s SET paused_at = NULL, pause_reason = NULL WHERE s.notification_key = $1',
      [key],
    );
  }

  /** Ends series: no run begins any more. @returns their keys */
  async stop(tx: Tx, appId: number, keys: readonly number[]): Promise<number[]> {
    return this.change(
      tx,
      `SET ended_at = now(), stopped_at = now(), next_at = NULL, paused_at = NULL, pause_reason = NULL, asked_id = NULL
        WHERE ${OPEN}`,
      appId,
      keys,
    );
  }

  /** The speed of the runs to come · primary key. @returns the key, where the series has not ended */
  async setSpeed(tx: Tx, appId: number, key: number, speed: Series['request']['speed'] | null): Promise<number[]> {
    return this.change(tx, 'SET speed = $3::jsonb WHERE ' + OPEN, appId, [key], speed ? JSON.stringify(speed) : null);
  }

  /** Holds all series of all applications. @returns their number */
  async pauseAll(tx: Tx, reason: string): Promise<number> {
    return tx.affected(
      `UPDATE delivery.series AS s SET paused_at = now(), pause_reason = $1 WHERE ${OPEN} AND s.paused_at IS NULL`,
      [reason],
    );
  }

  /** Goes on with those that were held for a reason, or ends them. @returns their number */
  async releaseAll(tx: Tx, reason: string, isStopped: boolean): Promise<number> {
    return tx.affected(
      `UPDATE delivery.series AS s
          SET paused_at = NULL, pause_reason = NULL, ended_at = CASE WHEN $2 THEN now() END,
              stopped_at = CASE WHEN $2 THEN now() END
        WHERE ${OPEN} AND s.pause_reason = $1`,
      [reason, isStopped],
    );
  }

  /** Series whose target names one of some users · series_application · locks them. */
  async lockNaming(tx: Tx, appId: number, names: readonly string[]): Promise<{ key: number; target: Target }[]> {
    return tx.rows(
      `SELECT s.notification_key AS key, s.target FROM delivery.series AS s
        WHERE s.app_id = $1
          AND delivery.named_in(s.target) && ARRAY(SELECT md5(lower(n.name)) FROM unnest($2::text[]) AS n (name))
        ORDER BY s.notification_key FOR UPDATE`,
      [appId, names],
    );
  }

  /** Stores the target of a locked series without erased users. Without other recipients it ends, and its message goes. */
  async setTarget(tx: Tx, key: number, target: Target, isWithoutRecipients: boolean): Promise<void> {
    await tx.affected(
      `UPDATE delivery.series AS s
          SET target = $2::jsonb, ended_at = CASE WHEN $3 THEN coalesce(s.ended_at, now()) ELSE s.ended_at END,
              stopped_at = CASE WHEN $3 AND s.ended_at IS NULL THEN now() ELSE s.stopped_at END,
              message = CASE WHEN $3
                THEN jsonb_build_object('platforms', s.message -> 'platforms', 'silent', true, 'ios', '{}'::jsonb,
                                        'android', '{}'::jsonb)
                ELSE s.message END,
              contents = CASE WHEN $3 THEN NULL ELSE s.contents END
        WHERE s.notification_key = $1`,
      [key, JSON.stringify(target), isWithoutRecipients],
    );
  }

  /** Deletes series that ended before a time · series_application. */
  async deleteEnded(appId: number, before: Date): Promise<void> {
    await this.db.affected('DELETE FROM delivery.series AS s WHERE s.app_id = $1 AND s.ended_at < $2', [appId, before]);
  }

  private async change(
    tx: Tx,
    assignments: string,
    appId: number,
    keys: readonly number[],
    ...more: (string | null)[]
  ): Promise<number[]> {
    const rows = await tx.rows<{ key: number }>(
      `UPDATE delivery.series AS s ${assignments} AND s.app_id = $1 AND s.notification_key = ANY ($2::integer[])
        RETURNING s.notification_key AS key`,
      [appId, keys, ...more],
    );
    return rows.map(({ key }) => key);
  }

  private async lockRow(tx: Tx, appId: number, key: number, lock: string): Promise<LockedSeries | undefined> {
    const row = await tx.row<SeriesRow>(
      `SELECT ${COLUMNS} FROM delivery.series AS s
        WHERE s.app_id = $1 AND s.notification_key = $2 AND ${OPEN} ${lock}`,
      [appId, key],
    );
    return row && toSeries(row);
  }
}

function toSeries({
  message,
  target,
  options,
  speed,
  contents,
  nextAt,
  nextWall,
  nextNumber,
  ...row
}: SeriesRow): LockedSeries {
  return {
    ...row,
    request: { message, target, options, ...(speed && { speed }), ...(contents && { contents }) },
    next:
      nextAt && nextWall !== null && nextNumber !== null ? { dueAt: nextAt, wall: nextWall, number: nextNumber } : null,
  };
}
