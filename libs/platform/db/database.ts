import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { retry } from '#platform/async';
import { AppError } from '#platform/errors';
import type { MetricSource } from '#platform/health';
import { begin, beginRead, beginSnapshot, connect } from './begin-transaction.js';
import { type CommitOutcome, findCommitOutcome, type TransactionMark } from './commit-outcome.js';
import { ConnectionQueue } from './connection-queue.js';
import {
  isCancelled,
  isConnectionLoss,
  isOutOfResources,
  isReadOnly,
  isRolledBack,
} from './statements/database-errors.js';
import { cancelOnAbort } from './interruption.js';
import { poolMetrics } from './pool-metrics.js';
import { findLogPosition } from './replica/log-position.js';
import { ReplicaReads } from './replica/replica-reads.js';
import type { Replica } from './replica/replica.js';
import { TransactionScope } from './transaction-scope.js';
import { StatementRunner } from './statement-runner.js';
import {
  prepared,
  query,
  runWithSettings,
  type Param,
  type RawClient,
  type RawResult,
  type Tx,
} from './statements/statements.js';

/** How long `runIdempotent` repeats a statement whose answer was lost, and its pauses. */
const RETRY_TIMEOUT_MS = 5000;
const RETRY_PAUSE_MS = 100;

/** Attempts at the work of `inTransaction`. */
const MAX_ATTEMPTS = 3;

/**
 * @property pool       connections of the pool
 * @property maxWaitMs  how long a caller waits for its turn; ten seconds without it
 * @property isShared   as in `ConnectionQueue`; true without it
 */
export interface DatabaseOptions {
  pool: number;
  maxWaitMs?: number | undefined;
  isShared?: boolean;
  rowSecurity?: boolean;
  limits?: string;
  openReplica?: ((askPrimary: () => Promise<number>) => Replica) | undefined;
}

/**
 * The only access to Postgres. Hot tables are read and written by SQL, small ones by TypeORM's `Repository`.
 * A lost connection and a read-only server surface as `AppError('unavailable')`: nothing was committed. When the answer
 * to a commit is lost, the server is asked for the outcome. If it cannot tell, the error is `internal`.
 */
export class Database extends StatementRunner {
  /** Reads that a replica may answer, where there is one. */
  readonly reads: ReplicaReads;
  private readonly scopes = new AsyncLocalStorage<TransactionScope | undefined>();
  private readonly connections: ConnectionQueue;
  /** The application that the caller works for; only with row-level security. */
  private readonly applications = new AsyncLocalStorage<number | undefined>();
  private readonly hasRowSecurity: boolean;
  private readonly limits: string;
  /** The event that ends the reads of the caller. */
  private readonly interruptions = new AsyncLocalStorage<AbortSignal>();

  /**
   * @param options.rowSecurity  makes `runForApplication` name the application to Postgres
   * @param options.limits       statements that every transaction begins with, where sessions have no time limits
   * @param options.openReplica  opens the replica, which compares its position in the log with the one that it gets
   */
  constructor(source: DataSource, options: DatabaseOptions = { pool: 2 }) {
    super(source);
    this.limits = options.limits ?? '';
    this.reads = new ReplicaReads(
      {
        runOnPrimary: async (sql, params) => this.run(sql, params),
        settings: () => this.applicationSetting(),
        isInTransaction: () => this.isInTransaction,
      },
      options.openReplica?.(() => this.outsideTransaction(async () => (await findLogPosition(this)).position)),
    );
    this.hasRowSecurity = options.rowSecurity ?? false;
    this.connections = new ConnectionQueue(options.pool, options.maxWaitMs, options.isShared);
  }

  /** Tests if the caller runs inside `inTransaction`. What it reads may be uncommitted, so it must not be cached. */
  get isInTransaction(): boolean {
    return this.scopes.getStore() !== undefined;
  }

  /**
   * Runs `work` for one application: with row-level security Postgres shows and takes rows of this application alone, in
   * the tables with data of users. Work that several applications share belongs into `runForAll`.
   */
  async runForApplication<R>(appId: number, work: () => Promise<R>): Promise<R> {
    return this.hasRowSecurity ? this.applications.run(appId, work) : work();
  }

  /** Runs `work` for all applications, also inside `runForApplication`. Its statements must not join a transaction. */
  async runForAll<R>(work: () => Promise<R>): Promise<R> {
    return this.hasRowSecurity ? this.applications.run(undefined, work) : work();
  }

  /** The first row of a statement that each connection plans once; see `prepared`. */
  async preparedRow<R extends object>(sql: string, params: readonly Param[]): Promise<R | undefined> {
    return this.row<R>(prepared(sql), params);
  }

  /**
   * Runs one statement that may run twice without another effect, such as `ON CONFLICT DO NOTHING` on unique keys. It
   * needs no transaction: when its answer is lost, it runs again, and one of the two was committed. Not for use inside
   * `inTransaction`.
   *
   * @throws AppError unavailable when nothing was changed, internal when the outcome is unknown after 5 seconds
   */
  async runIdempotent(sql: string, params: readonly Param[]): Promise<void> {
    let firstLoss: unknown;
    for (const end = performance.now() + RETRY_TIMEOUT_MS; ; await sleep(RETRY_PAUSE_MS)) {
      let isSent = false;
      try {
        await this.withClient(async (client) => {
          isSent = true;
          await runWithSettings(client, this.limits, sql, params);
        });
        return;
      } catch (error) {
        const isLoss = isConnectionLoss(error);
        if (firstLoss === undefined && !(isLoss && isSent && !isReadOnly(error))) {
          throw toUnavailable(error);
        }
        firstLoss ??= error;
        if (!isLoss || performance.now() >= end) {
          throw unknownOutcome(firstLoss);
        }
      }
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits when it returns, rolls back when it throws. Inside
   * `inTransaction` it is a savepoint.
   *
   * @param options.maxLockWaitMs  a statement that waits longer for a lock fails with 55P03; a savepoint has no limit
   */
  async tx<R>(work: (tx: Tx) => Promise<R>, { maxLockWaitMs }: { maxLockWaitMs?: number } = {}): Promise<R> {
    const scope = this.scopes.getStore();
    return scope
      ? mapUnavailable(scope.runInSavepoint((inner) => this.scopes.run(inner, () => work(inner))))
      : this.runTransaction(
          (tx) => work(tx),
          (client) => begin(client, this.settings(), maxLockWaitMs),
        );
  }

  /**
   * Runs `work` in one REPEATABLE READ transaction: everything it reads is of one moment. Not for use inside
   * `inTransaction`, whose transaction has already started. A conflict with another transaction may roll it back, so
   * the caller must be ready to repeat it.
   */
  async snapshot<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    if (this.isInTransaction) {
      throw new Error('A snapshot cannot be taken inside another transaction');
    }
    return this.runTransaction(
      (tx) => work(tx),
      (client) => beginSnapshot(client, this.settings()),
    );
  }

  /**
   * Runs `work` in one transaction that all statements and every `tx` of its async context join. A `tx` becomes a
   * savepoint: a failure undoes that part alone. Steps for after the commit run after the commit of the whole. When
   * Postgres rolls back for a temporary reason, `work` runs again from its beginning. Work that other requests share or
   * wait for belongs into `outsideTransaction`.
   */
  async inTransaction<R>(work: () => Promise<R>): Promise<R> {
    if (this.isInTransaction) {
      return work();
    }
    return this.connections.takeTransaction(() =>
      retry(() => this.runTransaction((tx, client) => this.runScope(work, tx, client)), {
        attempts: MAX_ATTEMPTS,
        isRetryable: (error) => isRolledBack(error instanceof AppError ? error.cause : error),
      }),
    );
  }

  /**
   * Runs `work` outside the transaction of the caller: on connections of the pool, with each statement committed by
   * itself. It is for work that requests share: leases of ids, batches, cached reads. It must touch no row that the
   * transaction may have locked, or it waits for itself.
   */
  async outsideTransaction<R>(work: () => Promise<R>): Promise<R> {
    return this.passAhead(() => (this.isInTransaction ? this.scopes.run(undefined, work) : work()));
  }

  /** Runs short statements ahead of the queue: probes, and work that callers with a connection may wait for. */
  async passAhead<R>(work: () => Promise<R>): Promise<R> {
    return this.connections.passAhead(work);
  }

  /** Runs `work`, whose statements by `interruptibleRow` end with the signal. All others run to their end. */
  async runUntil<R>(signal: AbortSignal, work: () => Promise<R>): Promise<R> {
    return this.interruptions.run(signal, work);
  }

  /**
   * The first row of a statement that reads for long. Inside `runUntil` the server ends it with the signal. It is not for
   * what other requests wait for too, such as a shared cache. A cancelled statement costs a connection to cancel it.
   *
   * @throws the reason of the signal
   */
  async interruptibleRow<R extends object>(sql: string, params: readonly Param[]): Promise<R | undefined> {
    const signal = this.interruptions.getStore();
    if (signal === undefined || this.isInTransaction) {
      return this.row<R>(sql, params);
    }
    let backend = 0;
    const { rows } = await this.runTransaction(
      (_, client) =>
        cancelOnAbort(
          signal,
          () => query(client, sql, params),
          () => this.runOnPool('SELECT pg_cancel_backend($1::integer)', [backend]),
        ),
      async (client) => void (backend = await beginRead(client, this.settings())),
    );
    return rows[0] as R | undefined;
  }

  /** Runs a transaction on a connection of its own. */
  private async runTransaction<R>(
    work: (tx: Tx, client: RawClient) => Promise<R>,
    start: (client: RawClient) => Promise<TransactionMark | undefined> = (client) => begin(client, this.settings()),
  ): Promise<R> {
    const afterCommitSteps: (() => Promise<void>)[] = [];
    const result = await mapUnavailable(
      this.withClient(async (client) => {
        const mark = await start(client);
        let worked: R;
        try {
          worked = await work(new OpenTransaction(this.source, client, afterCommitSteps), client);
        } catch (error) {
          await query(client, 'ROLLBACK').catch(() => undefined);
          throw error;
        }
        await this.commit(client, mark);
        return worked;
      }),
    );
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
    await this.passAhead(() => this.run('SELECT 1', []));
  }

  /** Use of the pool, and whether the database answers. */
  metrics(): MetricSource[] {
    return [
      ...poolMetrics(this.source, { ping: () => this.ping(), countWaiting: () => this.connections.waiting }),
      ...this.reads.metrics(),
    ];
  }

  async close(): Promise<void> {
    await this.reads.close();
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
    return this.withClient((client) => runWithSettings(client, this.settings(), sql, params));
  }

  /** Runs work on a connection of the pool, which it gives back. */
  private async withClient<R>(work: (client: RawClient) => Promise<R>): Promise<R> {
    return this.connections.takeTurn(async () => {
      const runner = this.source.createQueryRunner();
      try {
        return await work(await connect(runner));
      } finally {
        await runner.release().catch(() => undefined);
      }
    });
  }

  /** Statements that begin a transaction: its time limits, and the caller's application. */
  private settings(): string {
    const application = this.applicationSetting();
    return application === '' ? this.limits : `${this.limits} ${application}`;
  }

  private applicationSetting(): string {
    const appId = this.applications.getStore();
    return appId === undefined ? '' : `SELECT set_config('herald.app_id', '${Math.trunc(appId)}', true);`;
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
  return isConnectionLoss(error) || isCancelled(error)
    ? new AppError('unavailable', 'The database is away or too busy, try again', { retryAfterSeconds: 5, cause: error })
    : error;
}
