import { Injectable } from '@nestjs/common';
import { type Database, integerArray, type Statements, type Tx } from '#platform/db';
import type { Journey } from '../model/journey.types.js';
import type { Alarm, AlarmKind, Finding } from './alarm.types.js';

const COLUMNS = `a.alarm_id AS "alarmId", a.journey_id AS "journeyId", a.kind, a.node, a.hours, a.seen, a.usual,
  a.began_at AS "beganAt", a.ended_at AS "endedAt"`;

/** A journey as alarms name it. */
export type WatchedName = Pick<Journey, 'appId' | 'journeyId' | 'name'>;

/** Statements of `journeys.alarm`. */
@Injectable()
export class AlarmRepository {
  /** Alarms of a journey that last · alarm_open. */
  async findOpen(on: Statements, appId: number, journeyId: number): Promise<Alarm[]> {
    return on.rows<Alarm>(
      `SELECT ${COLUMNS} FROM journeys.alarm AS a WHERE a.app_id = $1 AND a.journey_id = $2 AND a.ended_at IS NULL`,
      [appId, journeyId],
    );
  }

  /** Removed journeys whose alarms last · alarm_open. */
  async listRemoved(on: Statements): Promise<WatchedName[]> {
    return on.rows<WatchedName>(
      `SELECT DISTINCT j.app_id AS "appId", j.journey_id AS "journeyId", j.name FROM journeys.alarm AS a
         JOIN journeys.journey AS j ON j.journey_id = a.journey_id AND j.app_id = a.app_id
        WHERE a.ended_at IS NULL AND j.removed_at IS NOT NULL`,
      [],
    );
  }

  /** Alarms that last, or ended since a time, of some journeys or all, the newest first · few rows. */
  async list(on: Statements, appId: number, since: Date, journeyIds?: readonly number[]): Promise<Alarm[]> {
    return on.rows<Alarm>(
      `SELECT ${COLUMNS} FROM journeys.alarm AS a
        WHERE a.app_id = $1 AND (a.ended_at IS NULL OR a.ended_at >= $2)
          AND ($3::integer[] IS NULL OR a.journey_id = ANY ($3::integer[]))
        ORDER BY a.ended_at IS NULL DESC, a.began_at DESC LIMIT 1000`,
      [appId, since, journeyIds ? integerArray(journeyIds) : null],
    );
  }

  /** Begins an alarm, or renews its figures · 1 row · alarm_open. */
  async put(tx: Tx, appId: number, journeyId: number, { kind, node, hours, seen, usual }: Finding): Promise<void> {
    await tx.affected(
      `INSERT INTO journeys.alarm AS a (app_id, journey_id, kind, node, hours, seen, usual)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (journey_id, kind, node) WHERE ended_at IS NULL
       DO UPDATE SET hours = excluded.hours, seen = excluded.seen, usual = excluded.usual`,
      [appId, journeyId, kind, node, hours, seen, usual],
    );
  }

  /** 1 row · primary key. */
  async end(tx: Tx, appId: number, alarmId: number): Promise<void> {
    await tx.affected(
      'UPDATE journeys.alarm AS a SET ended_at = now() WHERE a.app_id = $1 AND a.alarm_id = $2 AND a.ended_at IS NULL',
      [appId, alarmId],
    );
  }

  /** Counts journeys with an alarm that lasts, by its kind · a small table. */
  async countOpen(db: Database): Promise<{ kind: AlarmKind; journeys: number }[]> {
    return db.rows(
      `SELECT a.kind, count(DISTINCT a.journey_id) AS journeys FROM journeys.alarm AS a
        WHERE a.ended_at IS NULL GROUP BY a.kind`,
      [],
    );
  }

  /** A small table. */
  async deleteBefore(db: Database, before: Date): Promise<void> {
    await db.affected('DELETE FROM journeys.alarm AS a WHERE a.ended_at < $1', [before]);
  }
}
