import { type Database, prepared, type Tx } from '#platform/db';
import type { WorkClaim, WorkId, WorkTable } from './work-table.js';

/** Statements of one table of work. Few of its rows are open at a time. */
export class WorkRepository {
  constructor(
    private readonly db: Database,
    private readonly table: WorkTable,
  ) {}

  /** Tests if an open row may be free, without a transaction · the open rows · no locks. */
  async hasNext(): Promise<boolean> {
    const { name, isOpen, isOffered = () => 'true', staleSeconds } = this.table;
    const row = await this.db.row<{ found: boolean }>(
      prepared(`SELECT EXISTS (SELECT FROM ${name} AS w WHERE ${isOpen('w')} AND ${isOffered('w')}
         AND (w.state = 'WAITING' OR w.touched_at IS NULL
              OR w.touched_at < now() - interval '${staleSeconds} seconds')) AS found`),
    );
    return row?.found ?? false;
  }

  /**
   * Finds the oldest row that is free · the open rows · a lock that another look-up skips. A row of a serial table is free
   * only as the oldest of its application, and while no process works for this one: rows become visible in another order than
   * that of their times.
   */
  async lockNext(tx: Tx): Promise<WorkId | undefined> {
    const { name, id, order, isOpen, isOffered = () => 'true', staleSeconds, isSerial } = this.table;
    const isBlocked = `EXISTS (SELECT FROM ${name} AS o
                               WHERE o.app_id = w.app_id AND o.${id} <> w.${id} AND ${isOpen('o')}
                                 AND ((o.${order}, o.${id}) < (w.${order}, w.${id})
                                      OR o.state = 'RUNNING' AND o.touched_at >= now() - make_interval(secs => $1)))`;
    return tx.row<WorkId>(
      `SELECT w.app_id AS "appId", w.${id} AS id FROM ${name} AS w
       WHERE ${isOpen('w')} AND ${isOffered('w')}
         AND (w.state = 'WAITING' OR w.touched_at IS NULL OR w.touched_at < now() - make_interval(secs => $1))
         ${isSerial ? `AND NOT ${isBlocked}` : ''}
       ORDER BY w.${order} LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [staleSeconds],
    );
  }

  /** Takes an open row over, from whoever has it · 1 row · primary key. @returns undefined when it has ended */
  async claim(tx: Tx, { appId, id }: WorkId): Promise<WorkClaim | undefined> {
    return tx.row<WorkClaim>(
      `UPDATE ${this.table.name} AS w
       SET state = CASE WHEN w.state = 'WAITING' THEN 'RUNNING' ELSE w.state END, epoch = w.epoch + 1, touched_at = now()
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND ${this.table.isOpen('w')}
       RETURNING w.app_id AS "appId", w.${this.table.id} AS id, w.epoch`,
      [appId, id],
    );
  }

  /** Locks a row for a part · 1 row · primary key. @returns false when it has ended, or another process has it */
  async lock(tx: Tx, { appId, id, epoch }: WorkClaim): Promise<boolean> {
    const locked = await tx.affected(
      `UPDATE ${this.table.name} AS w SET touched_at = now()
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND w.epoch = $3 AND ${this.table.isOpen('w')}`,
      [appId, id, epoch],
    );
    return locked > 0;
  }

  /** Lets another process take a row over at once · 1 row · primary key. */
  async release({ appId, id, epoch }: WorkClaim): Promise<void> {
    await this.db.affected(
      `UPDATE ${this.table.name} AS w
       SET state = CASE WHEN w.state = 'RUNNING' THEN 'WAITING' ELSE w.state END,
           touched_at = now() - make_interval(secs => $4)
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND w.epoch = $3 AND ${this.table.isOpen('w')}`,
      [appId, id, epoch, this.table.staleSeconds],
    );
  }
}
