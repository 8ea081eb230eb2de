import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { type Logger, reportFault } from '#platform/runtime';
import { tolerateLosses } from './connection-losses.js';
import { Database } from './database.js';
import { markDistributed } from './citus/distributed.js';
import { poolOf } from './pool-metrics.js';
import { importedEntities } from './statement-runner.js';

/** Type number of `bigint[]` (pg_type), which the list of the driver lacks. Herald's columns hold no NULL inside. */
const INT8_ARRAY: number = 1016;

/** Reads int8 as a number. Every id of Herald is below 2^53; a larger one is an error. */
pg.types.setTypeParser(pg.types.builtins.INT8, readInt8);
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a number that the driver takes and does not name
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(readInt8)));
/** Reads a `date` as text (`2026-01-31`). A Date object would have a time zone that the column lacks. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** The extension alone does not do it: `herald migrate` distributes the tables. */
const IS_DISTRIBUTED = `SELECT FROM pg_extension AS e WHERE e.extname = 'citus'`;

/**
 * Opens the connection pool of one process.
 *
 * @param url   Postgres URL
 * @param pool  connections at most
 * @param options.rowSecurity  whether `runForApplication` tells Postgres the application
 */
export async function openDatabase(
  url: string,
  pool: number,
  logger: Logger,
  { rowSecurity = false }: { rowSecurity?: boolean } = {},
): Promise<Database> {
  const source = new DataSource({
    type: 'postgres',
    url,
    entities: importedEntities(),
    synchronize: false,
    logging: false,
    poolErrorHandler: (error: unknown) => reportFault(logger, 'lost a database connection', error),
    extra: {
      max: pool,
      application_name: 'herald',
      connectionTimeoutMillis: 5000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 60_000,
      keepAlive: true,
    },
  });
  await source.initialize();
  tolerateLosses(poolOf(source));
  const distributed: unknown[] = await source.query(IS_DISTRIBUTED);
  if (distributed.length > 0) {
    markDistributed(poolOf(source));
  }
  return new Database(source, { scopes: Math.max(1, Math.floor(pool / 2)), rowSecurity });
}

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 ${text} is beyond 2^53`);
  }
  return value;
}
