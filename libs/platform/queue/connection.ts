import { assertSchemaCompatibility, Queue, runMigrations, Worker } from 'bullmq';
import pg from 'pg';
import { type Config, sessionUrl } from '#platform/config';
import { tolerateLosses } from '#platform/db';
import { connectionTo } from '#platform/postgres';
import { faultsOf, type Logger } from '#platform/runtime';
import { closable } from './patient-backend.js';
import { createResilientBackend, QueueListener } from './postgres-backend.js';
import type { QueueConnection } from './queue-connection.js';
import { explainPostgresFault } from './postgres-fault.js';
import { QueueState } from './queue-state.js';
import { connectRedis } from './redis-connection.js';

const SCHEMA = 'bullmq';
/** One of them listens for jobs; all queues share the others. */
const MAX_CONNECTIONS = 7;

export function openQueueConnection(config: Config, logger: Logger): QueueConnection {
  return config.REDIS_URL ? connectRedis(config, logger) : connectPostgres(sessionUrl(config), logger);
}

/** Opens the connections of a queue on Postgres. */
export function openQueuePool(url: string, logger: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: MAX_CONNECTIONS,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'herald-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // Every queue and worker adds listeners to the shared pool, some of them two.
  pool.setMaxListeners(0);
  tolerateLosses(pool);
  pool.on('error', (error) => faultsOf(logger).report({ text: 'lost a queue connection', fields: { err: error } }));
  return pool;
}

function connectPostgres(url: string, logger: Logger): QueueConnection {
  const pool = openQueuePool(url, logger);
  const connection = { connection: pool };
  const listener = new QueueListener(pool);
  const state = new QueueState(
    {
      backend: 'Postgres',
      async ask() {
        await assertSchemaCompatibility(pool, SCHEMA, { skipVersionCheck: true });
      },
      explain: explainPostgresFault,
    },
    logger,
  );
  return {
    state,
    facts: () => undefined,
    assertUsable: () => undefined,
    queue: (queueName) => new Queue(queueName, connection, createResilientBackend(listener)),
    worker: (queueName, run, settings) =>
      closable((signal) => {
        const backend = createResilientBackend(listener, signal);
        return new Worker(queueName, run, { ...connection, ...settings }, backend);
      }),
    async close() {
      state.close();
      await listener.close();
      await pool.end();
    },
  };
}

/** Migrates the tables of the queue (schema `bullmq`) to the version of the library. A limit of the role would end a build. */
export async function migrateQueue(url: string): Promise<void> {
  const { connectionString, Client } = connectionTo(url);
  const client = new Client({ connectionString, options: `-c search_path=${SCHEMA} -c statement_timeout=0` });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
