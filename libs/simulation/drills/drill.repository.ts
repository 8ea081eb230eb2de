import { Injectable } from '@nestjs/common';
import { Database, prepared, type Tx } from '#platform/db';
import type { Drill } from './drill.types.js';

const COLUMNS = `drill_id AS "drillId", app_id AS "appId", notification_key AS "notificationKey",
  copy_key AS "copyKey", state, plan, made_by AS "madeBy", made_at AS "madeAt", started_at AS "startedAt",
  ended_at AS "endedAt", log, log_after AS "logAfter", verdict, why`;

@Injectable()
export class DrillRepository {
  constructor(private readonly db: Database) {}

  /** @returns undefined when another drill of the application is under way · drill_open */
  async insert(
    tx: Tx,
    {
      appId,
      notificationKey,
      plan,
      madeBy,
      madeAt,
    }: Pick<Drill, 'appId' | 'notificationKey' | 'plan' | 'madeBy' | 'madeAt'>,
  ): Promise<Drill | undefined> {
    return tx.row<Drill>(
      `INSERT INTO simulation.drill (app_id, notification_key, state, plan, made_by, made_at)
       VALUES ($1, $2, 'ASKED', $3, $4, $5) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [appId, notificationKey, JSON.stringify(plan), JSON.stringify(madeBy), madeAt],
    );
  }

  /** Drills of a campaign, the newest first · drill_of_campaign. */
  async list(appId: number, notificationKey: number, limit: number): Promise<Drill[]> {
    return this.db.rows<Drill>(
      `SELECT ${COLUMNS} FROM simulation.drill WHERE app_id = $1 AND notification_key = $2
        ORDER BY drill_id DESC LIMIT $3`,
      [appId, notificationKey, limit],
    );
  }

  /** Drills that are not over, one an application · drill_open. */
  async listOpen(): Promise<number[]> {
    const rows = await this.db.rows<{ drillId: number }>(
      prepared(`SELECT drill_id AS "drillId" FROM simulation.drill WHERE state IN ('ASKED', 'RUNNING')`),
    );
    return rows.map(({ drillId }) => drillId);
  }

  /** @returns undefined when another scheduler has it, or it is over · primary key */
  async lockOpen(tx: Tx, drillId: number): Promise<Drill | undefined> {
    return tx.row<Drill>(
      `SELECT ${COLUMNS} FROM simulation.drill
        WHERE drill_id = $1 AND state IN ('ASKED', 'RUNNING') FOR UPDATE SKIP LOCKED`,
      [drillId],
    );
  }

  async start(
    tx: Tx,
    { drillId, copyKey, log, logAfter }: { drillId: number; copyKey: number; log: string; logAfter: number },
    now: Date,
  ): Promise<void> {
    await tx.affected(
      `UPDATE simulation.drill SET state = 'RUNNING', copy_key = $2, log = $3, log_after = $4, started_at = $5
        WHERE drill_id = $1`,
      [drillId, copyKey, log, logAfter, now],
    );
  }

  async end(
    tx: Tx,
    drillId: number,
    { verdict = null, why = null }: Partial<Pick<Drill, 'verdict' | 'why'>>,
    now: Date,
  ): Promise<void> {
    await tx.affected(
      `UPDATE simulation.drill SET state = $2, verdict = $3, why = $4, ended_at = $5 WHERE drill_id = $1`,
      [drillId, verdict ? 'JUDGED' : 'FAILED', verdict && JSON.stringify(verdict), why, now],
    );
  }
}
