import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { AppError } from '#platform/errors';
import { isConnectionLoss } from './connection-loss.js';

/** A row as a statement returns it; the caller names its columns. */
export type Row = Record<string, unknown>;
/** What a statement may take as `$n`. Arrays become Postgres arrays, Buffers `bytea`, Dates `timestamptz`. */
export type Param = string | number | boolean | Date | Buffer | null | undefined | readonly Param[];

interface RawResult {
  rows: Row[];
  rowCount: number | null;
}

interface RawClient {
  query(query: { text: string; values: unknown[]; name?: string }): Promise<RawResult>;
}

/** The statements both a pool and a transaction can run. */
export interface Statements {
  /** All rows of a statement. */
  rows<R extends object>(sql: string, params?: readonly Param[]): Promise<R[]>;
  /** The first row, or undefined. */
  row<R extends object>(sql: string, params?: readonly Param[]): Promise<R | undefined>;
  /** How many rows a statement inserted, changed or deleted. */
  affected(sql: string, params?: readonly Param[]): Promise<number>;
}

/**
 * One open transaction. It is passed as first argument to whatever joins it; inside it nothing may use the pool, or a
 * small pool waits for itself.
 */
export interface Tx extends Statements {
  /** TypeORM's manager bound to this transaction, for single rows of low-volume tables. */
  readonly manager: EntityManager;
  /** Runs `work` right after the commit, never after a rollback. Its failure does not fail the transaction. */
  afterCommit(work: () => Promise<void>): void;
}

/**
 * The only way to Postgres. Statements that touch a hot table are hand-written SQL in repositories.
 * A lost connection surfaces as `AppError('unavailable')`: nothing of that statement's transaction was committed, unless
 * the answer to the commit itself was lost, which is an `internal` error because nobody can tell.
 */
export class Database implements Statements {
  constructor(private readonly source: DataSource) {}

  get manager(): EntityManager {
    return this.source.manager;
  }

  async rows<R extends object>(sql: string, params: readonly Param[] = []): Promise<R[]> {
    return (await this.run(sql, params)).rows as R[];
  }

  async row<R extends object>(sql: string, params: readonly Param[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, params))[0];
  }

  async affected(sql: string, params: readonly Param[] = []): Promise<number> {
    return (await this.run(sql, params)).rowCount ?? 0;
  }

  /** Runs `work` in one READ COMMITTED transaction: commits when it returns, rolls back when it throws. */
  async tx<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    const runner = this.source.createQueryRunner();
    const later: (() => Promise<void>)[] = [];
    let answer: R;
    try {
      const client = await connect(runner);
      await runner.startTransaction();
      try {
        answer = await work(new OpenTransaction(client, runner.manager, later));
      } catch (error) {
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
      await commit(runner);
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
    for (const step of later) {
      await step();
    }
    return answer;
  }

  /** Resolves when Postgres answers. */
  async ping(): Promise<void> {
    await this.run('SELECT 1', []);
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    const runner = this.source.createQueryRunner();
    try {
      return await query(await connect(runner), sql, params);
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

class OpenTransaction implements Tx {
  constructor(
    private readonly client: RawClient,
    readonly manager: EntityManager,
    private readonly later: (() => Promise<void>)[],
  ) {}

  async rows<R extends object>(sql: string, params: readonly Param[] = []): Promise<R[]> {
    return (await query(this.client, sql, params)).rows as R[];
  }

  async row<R extends object>(sql: string, params: readonly Param[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, params))[0];
  }

  async affected(sql: string, params: readonly Param[] = []): Promise<number> {
    return (await query(this.client, sql, params)).rowCount ?? 0;
  }

  afterCommit(work: () => Promise<void>): void {
    this.later.push(work);
  }
}

async function connect(runner: QueryRunner): Promise<RawClient> {
  return (await runner.connect()) as RawClient;
}

async function query(client: RawClient, sql: string, params: readonly Param[]): Promise<RawResult> {
  return client.query({ text: sql, values: [...params] });
}

async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    if (isConnectionLoss(error)) {
      throw new AppError('internal', 'The outcome of the request is not known', {
        detail: 'The connection was lost while a commit was under way',
        cause: error,
      });
    }
    throw error;
  }
}

function asUnavailable(error: unknown): unknown {
  return isConnectionLoss(error)
    ? new AppError('unavailable', 'The database is away, try again', { retryAfterSeconds: 5, cause: error })
    : error;
}
