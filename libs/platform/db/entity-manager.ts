import {
  type DataSource,
  type EntityManager,
  getMetadataArgsStorage,
  QueryFailedError,
  type QueryRunner,
} from 'typeorm';
import type { Param, RawResult } from './statements.js';

/** Runs one statement where its caller stands: on the pool, or on the connection of an open transaction. */
export type RunStatement = (sql: string, params: readonly Param[]) => Promise<RawResult>;

/**
 * Creates an entity manager whose statements all go through `run`, so that a `Repository` joins the transaction of
 * the SQL beside it. The manager opens no transaction of its own: `Database.tx` is the only place that does.
 */
export function createEntityManager(source: DataSource, run: RunStatement): EntityManager {
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

/**
 * The entities that this process has imported, through the rooms that it hosts. A list of them in every process would
 * say the same again.
 */
export function importedEntities(): Function[] {
  return getMetadataArgsStorage().tables.flatMap(({ target }) => (typeof target === 'function' ? [target] : []));
}

/** Callers tell errors apart by what the driver or `Database` threw. */
function throwDriverError(error: unknown): never {
  throw error instanceof QueryFailedError ? error.driverError : error;
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Use Database.tx to open a transaction');
}
