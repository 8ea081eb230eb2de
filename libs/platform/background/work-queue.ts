import { retry } from '#platform/async';
import { type Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { StopSignal } from './stop-signal.js';

/**
 * A table whose rows are work in parts, which any process may take over. It has the columns `app_id`, `state`, `epoch`
 * and `touched_at`. A row in the state WAITING is free, and becomes RUNNING; other states stay as they are.
 *
 * @property id            column that names a row of an application
 * @property order         column of times: the oldest row goes first
 * @property open          SQL condition on `w` for rows that have not ended
 * @property isOffered     SQL condition on `w` for open rows that `runDue` may take; absent: all of them
 * @property staleSeconds  time without a word after which the process that works on a row counts as dead
 * @property isSerial      rows of one application go strictly one after the other
 */
export interface WorkTable {
  name: string;
  id: string;
  order: string;
  open: string;
  isOffered?: string;
  staleSeconds: number;
  isSerial: boolean;
}

export interface WorkId {
  appId: number;
  id: string | number;
}

/** A row that a process works on. A process that takes it over has a higher epoch. */
export interface WorkClaim extends WorkId {
  epoch: number;
}

const MAX_ATTEMPTS = 6;
/** The longest pause doubles with each attempt, from twice this. */
const BASE_DELAY_MS = 4;

/**
 * Claims rows of a table and works on them in parts. A part is one transaction with its row locked: whoever takes the row
 * over begins with the next part, and a process that has lost it changes nothing more.
 */
export class WorkQueue {
  constructor(
    private readonly db: Database,
    private readonly stopSignal: StopSignal,
    private readonly table: WorkTable,
  ) {}

  /**
   * Claims rows, one after the other, and runs each, until no row is free or the process stops.
   *
   * @param load  reads a row in the transaction of its claim, and may prepare it; undefined: nothing is to be done
   */
  async runDue<W>(
    load: (tx: Tx, claim: WorkClaim) => Promise<W | undefined>,
    run: (work: W, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    while (!this.stopSignal.isStopped) {
      const work = await this.db.tx(async (tx) => {
        const next = await this.lockNext(tx);
        const claim = next && (await this.claim(tx, next));
        return claim && load(tx, claim);
      });
      if (work === undefined) {
        return;
      }
      await run(work, this.stopSignal.signal);
    }
  }

  /** Takes an open row over, from whoever has it · 1 row · primary key. @returns undefined when it has ended */
  async claim(tx: Tx, { appId, id }: WorkId): Promise<WorkClaim | undefined> {
    return tx.row<WorkClaim>(
      `UPDATE ${this.table.name} AS w
       SET state = CASE WHEN w.state = 'WAITING' THEN 'RUNNING' ELSE w.state END, epoch = w.epoch + 1, touched_at = now()
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND ${this.table.open}
       RETURNING w.app_id AS "appId", w.${this.table.id} AS id, w.epoch`,
      [appId, id],
    );
  }

  /**
   * Runs parts until one is the last, another process has the row, or this process stops.
   *
   * @param runPart  works in the transaction that locks the row, which every `Database.tx` joins; false: it was the last.
   *                 After a conflict with another transaction it runs again.
   */
  async runParts(claim: WorkClaim, runPart: (tx: Tx) => Promise<boolean>): Promise<void> {
    const attempt = (): Promise<boolean> =>
      this.db.inTransaction(() =>
        this.db.tx(async (tx) => ((await this.lock(tx, claim)) ? runPart(tx) : Promise.resolve(false))),
      );
    while (await repeatAfterConflict(attempt)) {
      if (this.stopSignal.isStopped) {
        await this.release(claim);
        return;
      }
    }
  }

  /**
   * Locks a row for a part, and shows that its process lives · 1 row · primary key.
   *
   * @returns false when it has ended, or another process has it
   */
  async lock(tx: Tx, { appId, id, epoch }: WorkClaim): Promise<boolean> {
    const locked = await tx.affected(
      `UPDATE ${this.table.name} AS w SET touched_at = now()
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND w.epoch = $3 AND ${this.table.open}`,
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
       WHERE w.app_id = $1 AND w.${this.table.id} = $2 AND w.epoch = $3 AND ${this.table.open}`,
      [appId, id, epoch, this.table.staleSeconds],
    );
  }

  /**
   * Finds the oldest row that is free · few rows are open · a lock that another look-up skips. A row of a serial table is
   * free only as the oldest of its application, so that two processes never work for one application at once.
   */
  private async lockNext(tx: Tx): Promise<WorkId | undefined> {
    const { name, id, order, open, isOffered = 'true', staleSeconds, isSerial } = this.table;
    const first = `NOT EXISTS (SELECT FROM ${name} AS o WHERE o.app_id = w.app_id AND ${open.replaceAll('w.', 'o.')}
                               AND (o.${order}, o.${id}) < (w.${order}, w.${id}))`;
    return tx.row<WorkId>(
      `SELECT w.app_id AS "appId", w.${id} AS id FROM ${name} AS w
       WHERE ${open} AND ${isOffered}
         AND (w.state = 'WAITING' OR w.touched_at IS NULL OR w.touched_at < now() - make_interval(secs => $1))
         AND ${isSerial ? first : 'true'}
       ORDER BY w.${order} LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [staleSeconds],
    );
  }
}

/** Pauses are random, so that the same transactions do not meet again. */
async function repeatAfterConflict<R>(attempt: () => Promise<R>): Promise<R> {
  return retry(attempt, {
    attempts: MAX_ATTEMPTS,
    isRetryable: (error) => isRolledBack(error instanceof AppError ? error.cause : error),
    pauseMs: (count) => Math.random() * BASE_DELAY_MS * 2 ** count,
  });
}
