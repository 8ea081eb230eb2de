import type pg from 'pg';
import { toQuery, type Param, type Tx } from '#platform/db';
import { cpuMsOf, treeCpuMs } from '../../../test/support/processes/children.js';

/** The cost of a piece of work. */
export interface Cost {
  seconds: number;
  postgresMs: number;
  /** CPU time of the process that talks to Postgres. */
  processMs: number;
}

export function noCost(): Cost {
  return { seconds: 0, postgresMs: 0, processMs: 0 };
}

export function addCost(sum: Cost, cost: Cost): void {
  sum.seconds += cost.seconds;
  sum.postgresMs += cost.postgresMs;
  sum.processMs += cost.processMs;
}

/**
 * Works off a list, `clients` entries at a time.
 *
 * @param pids  the database server, and the process that talks to it
 */
export async function measure<T>(
  pids: { postgres: number; process: number },
  clients: number,
  list: readonly T[],
  work: (entry: T) => Promise<void>,
): Promise<Cost> {
  const entries = list.values();
  const [postgres, process, started] = [treeCpuMs(pids.postgres), cpuMsOf(pids.process), performance.now()];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const entry of entries) {
        await work(entry);
      }
    }),
  );
  return {
    seconds: (performance.now() - started) / 1000,
    postgresMs: treeCpuMs(pids.postgres) - postgres,
    processMs: cpuMsOf(pids.process) - process,
  };
}

/** Finer than the figures of the system for other processes, which is in hundredths of a second. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** @param share  0.5 is the median; waits in any order */
export function percentile(waits: readonly number[], share: number): number {
  return round2(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * share)] ?? 0);
}

export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

export interface Statement {
  text: string;
  values: Param[];
}

/** A transaction that keeps the statements of the product's own repositories, instead of running them. */
export function catching(caught: Statement[]): Tx {
  const no = (): never => {
    throw new Error('Only statements are caught');
  };
  const keep = (text: string, values: readonly Param[] = []): void => void caught.push({ text, values: [...values] });
  return {
    isDistributed: false,
    rows: async (...statement) => (keep(...statement), []),
    row: no,
    repository: no,
    afterCommit: no,
    affected: async (...statement) => (keep(...statement), 0),
  };
}

/** Runs statements as one transaction, with nothing between them and Postgres but the driver. */
export async function runBare(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) {
      await client.query(toQuery(statement.text, statement.values));
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
