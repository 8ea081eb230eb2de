import { retry } from '#platform/async';
import { type Database, isRolledBack, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { StopSignal } from './stop-signal.js';
import type { WorkClaim, WorkId, WorkTable } from './work-table.js';
import { WorkRepository } from './work.repository.js';

const MAX_ATTEMPTS = 6;
/** The longest pause doubles with each attempt, from twice this. */
const BASE_DELAY_MS = 4;

/**
 * Claims rows of a table and works on them in parts. A part is one transaction with its row locked: whoever takes the row
 * over begins with the next part, and a process that has lost it changes nothing more.
 */
export class WorkQueue {
  private readonly rows: WorkRepository;

  constructor(
    private readonly db: Database,
    private readonly stopSignal: StopSignal,
    table: WorkTable,
  ) {
    this.rows = new WorkRepository(db, table);
  }

  /**
   * Claims rows, one after the other, and runs each, until no row is free or the process stops.
   *
   * @param load  reads a row in the transaction of its claim, and may prepare it; undefined: nothing is to be done
   */
  async runDue<W>(
    load: (tx: Tx, claim: WorkClaim) => Promise<W | undefined>,
    run: (work: W, signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    while (!this.stopSignal.isStopped && (await this.rows.hasNext())) {
      const claimed = await this.db.tx(async (tx) => {
        const next = await this.rows.lockNext(tx);
        const claim = next && (await this.rows.claim(tx, next));
        return claim && { work: await load(tx, claim) };
      });
      if (!claimed) {
        return;
      }
      if (claimed.work !== undefined) {
        await run(claimed.work, this.stopSignal.signal);
      }
    }
  }

  /** Takes an open row over, from whoever has it. @returns undefined when it has ended */
  async claim(tx: Tx, id: WorkId): Promise<WorkClaim | undefined> {
    return this.rows.claim(tx, id);
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

  /** Locks a row for a part, and shows that its process lives. @returns false when it has ended, or another process has it */
  async lock(tx: Tx, claim: WorkClaim): Promise<boolean> {
    return this.rows.lock(tx, claim);
  }

  /** Lets another process take a row over at once. */
  async release(claim: WorkClaim): Promise<void> {
    await this.rows.release(claim);
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
