import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { AppError } from '#platform/errors';
import { begin, beginSnapshot, type CommitOutcome, findCommitOutcome, type TransactionMark } from './commit-outcome.js';
import { isConnectionLoss, isOutOfResources, isRolledBack } from './database-errors.js';
import { TransactionScope } from './transaction-scope.js';
import { StatementRunner } from './statement-runner.js';
import { prepared, query, type Param, type RawClient, type RawResult, type Tx } from './statements.js';
import { Semaphore } from '#platform/async';

/** How long `untilKnown` runs a statement again whose answer was lost, and its pauses. */
const RETRY_TIMEOUT_MS = 5000;
const RETRY_PAUSE_MS = 100;

/** How often a scope's work is run again after Postgres rolled it back for a reason that passes. */
const MAX_ATTEMPTS = 3;

/**
 * The only way to Postgres. Hot tables are reached by hand-written SQL, small ones by TypeORM's `Repository`.
 * A lost connection surfaces as `AppError('unavailable')`: nothing of that statement's transaction was committed. When the
 * answer to a commit is lost, the server is asked what became of it; where it cannot tell, that is an `internal` error.
 */
export class Database extends StatementRunner {
  private readonly scopes = new AsyncLocalStorage<TransactionScope | undefined>();
  private readonly semaphore: Semaphore;

  /** @param options.scopes  how many `within` may run at a time; the others wait in line. Fewer than the pool has */
  constructor(source: DataSource, options: { scopes: number } = { scopes: 1 }) {
    super(source);
    this.semaphore = new Semaphore(options.scopes);
  }

  /** Whether the caller stands inside `within`: what it reads may be uncommitted and must not be kept for others. */
  get isInTransaction(): boolean {
    return this.scopes.getStore() !== undefined;
  }

  /** The first row of a statement that each connection parses and plans once; see `planOnce`. */
  async preparedRow<R extends object>(sql: string, params: readonly Param[]): Promise<R | undefined> {
    return this.row<R>(prepared(sql), params);
  }

  /**
   * Runs one statement, committed by itself, that changes nothing more when it runs again (`ON CONFLICT DO NOTHING` on keys
   * that nobody else has). That spares a transaction, for its repeat tells what became of it: when the answer is lost it
   * runs again, and then has succeeded whichever of the two was committed. Not for the inside of `within`.
   *
   * @throws AppError unavailable when it surely changed nothing, internal when nobody can tell within 5 seconds
   */
  async runIdempotent(sql: string, params: readonly Param[]): Promise<void> {
    let firstLoss: unknown;
    for (const end = Date.now() + RETRY_TIMEOUT_MS; ; await sleep(RETRY_PAUSE_MS)) {
      const runner = this.source.createQueryRunner();
      let isSent = false;
      try {
        const client = await connect(runner);
        isSent = true;
        await query(client, sql, params);
        return;
      } catch (error) {
        const isLoss = isConnectionLoss(error);
        if (firstLoss === undefined && !(isLoss && isSent)) {
          throw toUnavailable(error);
        }
        firstLoss ??= error;
        if (!isLoss || Date.now() >= end) {
          throw unknownOutcome(firstLoss);
        }
      } finally {
        await runner.release().catch(() => undefined);
      }
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it returns, rolls back when it throws. Inside `within` it
   * is a savepoint of the scope's transaction.
   */
  async tx<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    const scope = this.scopes.getStore();
    return scope
      ? mapUnavailable(scope.runInSavepoint((inner) => this.scopes.run(inner, () => work(inner))))
      : this.runTransaction((tx) => work(tx));
  }

  /**
   * Runs `work` in one REPEATABLE READ transaction: all that it reads is of one moment. Not for the inside of `within`,
   * whose transaction has begun. Postgres may roll it back because of another one: who calls tries again.
   */
  async snapshot<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    if (this.isInTransaction) {
      throw new Error('A snapshot cannot be taken inside another transaction');
    }
    return this.runTransaction((tx) => work(tx), beginSnapshot);
  }

  /**
   * Runs `work` with everything that it does here in one transaction, without passing it along: each statement and each
   * `tx` of its async context joins. A `tx` becomes a savepoint, so one that fails undoes itself alone; steps for after
   * the commit run after the commit of the whole. `work` runs again, from the beginning, when Postgres rolled it back for
   * a reason that passes. What other requests wait for, or share, belongs into `outside`.
   */
  async inTransaction<R>(work: () => Promise<R>): Promise<R> {
    if (this.isInTransaction) {
      return work();
    }
    return this.semaphore.run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.runTransaction((tx, client) => this.runScope(work, tx, client));
        } catch (error) {
          const reason = error instanceof AppError ? error.cause : error;
          if (attempt === MAX_ATTEMPTS || !isRolledBack(reason)) {
            throw error;
          }
        }
      }
    });
  }

  /**
   * Runs `work` as if the caller did not stand inside `within`: on connections of the pool, each statement committed by
   * itself. For what several requests share: leases of ids, batches, readings that are kept. It must touch no row that
   * the scope may have locked, or it waits for itself.
   */
  async outsideTransaction<R>(work: () => Promise<R>): Promise<R> {
    return this.isInTransaction ? this.scopes.run(undefined, work) : work();
  }

  /** A transaction on a connection of its own. */
  private async runTransaction<R>(
    work: (tx: Tx, client: RawClient) => Promise<R>,
    start: (client: RawClient) => Promise<TransactionMark | undefined> = begin,
  ): Promise<R> {
    const runner = this.source.createQueryRunner();
    const afterCommitSteps: (() => Promise<void>)[] = [];
    let result: R;
    try {
      const client = await connect(runner);
      const mark = await start(client);
      try {
        result = await work(new OpenTransaction(this.source, client, afterCommitSteps), client);
      } catch (error) {
        await query(client, 'ROLLBACK').catch(() => undefined);
        throw error;
      }
      await this.commit(client, mark);
    } catch (error) {
      throw toUnavailable(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
    for (const step of afterCommitSteps) {
      await step();
    }
    return result;
  }

  private async commit(client: RawClient, mark: TransactionMark | undefined): Promise<void> {
    try {
      await query(client, 'COMMIT');
    } catch (error) {
      const outcome = isConnectionLoss(error) ? await this.findOutcome(mark) : 'aborted';
      if (outcome === 'unknown') {
        throw unknownOutcome(error);
      }
      if (outcome === 'aborted') {
        throw error;
      }
    }
  }

  private async findOutcome(mark: TransactionMark | undefined): Promise<CommitOutcome> {
    return mark ? findCommitOutcome(mark, (sql, params) => this.runOnPool(sql, params)) : 'unknown';
  }

  /** Resolves when Postgres answers. */
  async ping(): Promise<void> {
    await this.run('SELECT 1', []);
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private async runScope<R>(work: () => Promise<R>, tx: Tx, client: RawClient): Promise<R> {
    const scope = new TransactionScope(this.source, client);
    try {
      return await this.scopes.run(scope, work);
    } finally {
      await scope.end();
      scope.afterCommitSteps.forEach((step) => tx.afterCommit(step));
    }
  }

  async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    const scope = this.scopes.getStore();
    if (scope) {
      return mapUnavailable(scope.runInSavepoint((inner) => inner.run(sql, params)));
    }
    return mapUnavailable(this.runOnPool(sql, params));
  }

  private async runOnPool(sql: string, params: readonly Param[]): Promise<RawResult> {
    const runner = this.source.createQueryRunner();
    try {
      return await query(await connect(runner), sql, params);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

class OpenTransaction extends StatementRunner implements Tx {
  constructor(
    source: DataSource,
    private readonly client: RawClient,
    private readonly afterCommitSteps: (() => Promise<void>)[],
  ) {
    super(source);
  }

  async run(sql: string, params: readonly Param[]): Promise<RawResult> {
    return query(this.client, sql, params);
  }

  afterCommit(work: () => Promise<void>): void {
    this.afterCommitSteps.push(work);
  }
}

async function connect(runner: QueryRunner): Promise<RawClient> {
  return (await runner.connect()) as RawClient;
}

async function mapUnavailable<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw toUnavailable(error);
  }
}

function unknownOutcome(cause: unknown): AppError {
  return new AppError('internal', 'The outcome of the request is not known', {
    detail: 'The connection was lost while a commit was under way',
    cause,
  });
}

function toUnavailable(error: unknown): unknown {
  if (isOutOfResources(error)) {
    return new AppError('unavailable', 'The database has no room, try again', { retryAfterSeconds: 10, cause: error });
  }
  return isConnectionLoss(error)
    ? new AppError('unavailable', 'The database is away or too busy, try again', { retryAfterSeconds: 5, cause: error })
    : error;
}
