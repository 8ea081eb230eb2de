import type pg from 'pg';
import {
  type DataSource,
  type EntityManager,
  getMetadataArgsStorage,
  type ObjectLiteral,
  type ObjectType,
  QueryFailedError,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import { isDistributedPool } from './citus/distributed.js';
import type { Param, RawResult, Statements } from './statements/statements.js';

/** The pool of the driver, which TypeORM keeps in a property without a type. */
export function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}

/** Runs SQL and TypeORM repositories on the same connection, so that both see the same transaction. */
export abstract class StatementRunner implements Statements {
  private manager: EntityManager | undefined;

  constructor(protected readonly source: DataSource) {}

  get isDistributed(): boolean {
    return isDistributedPool(poolOf(this.source));
  }

  abstract run(sql: string, params: readonly Param[]): Promise<RawResult>;

  async rows<R extends object>(sql: string, params: readonly Param[] = []): Promise<R[]> {
    return (await this.run(sql, params)).rows as R[];
  }

  async row<R extends object>(sql: string, params: readonly Param[] = []): Promise<R | undefined> {
    return (await this.rows<R>(sql, params))[0];
  }

  async affected(sql: string, params: readonly Param[] = []): Promise<number> {
    return (await this.run(sql, params)).rowCount ?? 0;
  }

  repository<E extends ObjectLiteral>(entity: ObjectType<E>): Repository<E> {
    this.manager ??= createEntityManager(this.source, (sql, params) => this.run(sql, params));
    return this.manager.getRepository(entity);
  }
}

/** Runs a statement on the pool, or on the connection of an open transaction. */
type RunStatement = (sql: string, params: readonly Param[]) => Promise<RawResult>;

/**
 * Creates an entity manager whose statements all go through `run`, so that a `Repository` joins the transaction of
 * the SQL beside it. The manager opens no transaction of its own: `Database.tx` is the only place that does.
 */
function createEntityManager(source: DataSource, run: RunStatement): EntityManager {
  const runner = source.createQueryRunner();
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
  Object.assign(runner, {
    // TypeORM then neither begins a transaction in `save` nor refuses `FOR UPDATE`.
    isTransactionActive: true,
    connect: async () => ({ query: (sql: string, params: readonly Param[] = []) => run(sql, params) }),
    query: (...args: unknown[]) => query(...args).catch(throwDriverError),
    startTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    release: async () => undefined,
  } satisfies Partial<Record<keyof QueryRunner, unknown>>);
  return source.createEntityManager(runner);
}

/** The entities that the modules of this process import. */
export function importedEntities(): Function[] {
  return getMetadataArgsStorage().tables.flatMap(({ target }) => (typeof target === 'function' ? [target] : []));
}

/** Throws the error of the driver or of `Database`, which callers distinguish. */
function throwDriverError(error: unknown): never {
  throw error instanceof QueryFailedError ? error.driverError : error;
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Use Database.tx to open a transaction');
}
