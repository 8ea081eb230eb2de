import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { type Config, hasPooler } from '#platform/config';
import { connectionTo } from '#platform/postgres';
import { type Logger, reportFault } from '#platform/runtime';
import { tolerateLosses } from './statements/connection-losses.js';
import { Database, type DatabaseOptions } from './database.js';
import { Replica } from './replica/replica.js';
import { markDistributed } from './citus/distributed.js';
import { poolOf } from './statement-runner.js';
import { readTimestamp } from './timestamps.js';
import { assertSessions } from './pooler/assert-sessions.js';
import { markPooled } from './statements/statements.js';
import { HAS_LIMITS, SET_LIMITS, TIME_LIMITS } from './pooler/time-limits.js';
import { importedEntities } from './statement-runner.js';

/** Type number of `bigint[]` (pg_type), which the list of the driver lacks. Herald's columns hold no NULL inside. */
const INT8_ARRAY: number = 1016;

/** Reads int8 as a number. Every id of Herald is below 2^53; a larger one is an error. */
pg.types.setTypeParser(pg.types.builtins.INT8, readInt8);
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a number that the driver takes and does not name
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(readInt8)));
/** Reads a `date` as text (`2026-01-31`). A Date object would have a time zone that the column lacks. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp);

/** The extension alone does not do it: `herald migrate` distributes the tables. */
const SERVER_FACTS = `SELECT EXISTS (SELECT FROM pg_extension AS e WHERE e.extname = 'citus') AS "isDistributed",
                             ${HAS_LIMITS} AS "hasLimits"`;

/**
 * Opens the connection pool of one process, by its settings.
 *
 * @param options.pool         connections at most; DATABASE_POOL without it
 * @param options.rowSecurity  makes `runForApplication` name the application to Postgres
 * @throws ConfigError when DATABASE_URL names a pooler in transaction mode and DATABASE_SESSION_URL no server
 */
export async function openProcessDatabase(
  config: Config,
  logger: Logger,
  {
    pool = config.DATABASE_POOL,
    rowSecurity = false,
    isShared = false,
  }: { pool?: number; rowSecurity?: boolean; isShared?: boolean } = {},
): Promise<Database> {
  await assertSessions(config);
  const { DATABASE_READ_URL: replicaUrl, DATABASE_READ_MAX_LAG_MS: maxLagMs } = config;
  return openDatabase(config.DATABASE_URL, pool, logger, {
    rowSecurity,
    isShared,
    isPooled: hasPooler(config),
    ...(replicaUrl !== undefined && {
      openReplica: (askPrimary) => new Replica({ url: replicaUrl, pool, maxLagMs, askPrimary }, logger),
    }),
  });
}

/**
 * Opens a connection pool.
 *
 * @param url   Postgres URL
 * @param pool  connections at most
 * @param options.rowSecurity  makes `runForApplication` name the application to Postgres
 * @param options.isPooled     whether the URL names a pooler in transaction mode
 * @param options.openReplica  opens the replica of `reads`
 * @param options.maxWaitMs    how long a caller waits for its turn; ten seconds without it
 * @param options.isShared     as in `ConnectionQueue`
 */
export async function openDatabase(
  url: string,
  pool: number,
  logger: Logger,
  {
    rowSecurity = false,
    isPooled = false,
    openReplica,
    maxWaitMs,
    isShared = true,
  }: Pick<DatabaseOptions, 'rowSecurity' | 'openReplica' | 'maxWaitMs' | 'isShared'> & { isPooled?: boolean } = {},
): Promise<Database> {
  const { connectionString, Client } = connectionTo(url);
  const source = new DataSource({
    type: 'postgres',
    url: connectionString,
    entities: importedEntities(),
    synchronize: false,
    logging: false,
    poolErrorHandler: (error: unknown) => reportFault(logger, 'lost a database connection', error),
    extra: {
      Client,
      max: pool,
      application_name: 'herald',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      ...(!isPooled && TIME_LIMITS),
    },
  });
  await source.initialize();
  tolerateLosses(poolOf(source));
  if (isPooled) {
    markPooled(poolOf(source));
  }
  const [facts] = await source.query<{ isDistributed: boolean; hasLimits: boolean }[]>(SERVER_FACTS);
  if (facts?.isDistributed === true) {
    markDistributed(poolOf(source));
  }
  const limits = facts?.hasLimits === true ? '' : SET_LIMITS;
  return new Database(source, { pool, maxWaitMs, isShared, rowSecurity, limits, openReplica });
}

function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 ${text} is beyond 2^53`);
  }
  return value;
}
