import { Queue, runMigrations, Worker, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '#platform/config';
import { tolerateLosses } from '#platform/db';
import type { SharedBuckets } from '#platform/limits';
import type { Logger } from '#platform/runtime';
import { RedisBuckets } from './redis-buckets.js';
import { createResilientBackend, QueueListener } from './postgres-backend.js';

const SCHEMA = 'bullmq';
/** One of them listens for jobs; all queues share the others. */
const MAX_CONNECTIONS = 7;
const LOG_INTERVAL_MS = 5000;

export interface WorkerSettings {
  concurrency: number;
  lockDuration: number;
}

/** A queue for its producers. */
export interface OpenQueue {
  add(name: string, data: object, opts: JobsOptions): Promise<unknown>;
  addBulk(jobs: { name: string; data: object; opts: JobsOptions }[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** A queue for its worker. */
export interface OpenWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

type RunJob = (job: { name: string; data: object }) => Promise<void>;

/** The connection of BullMQ. Queues on Postgres and on Redis behave alike. */
export interface QueueConnection {
  queue(queueName: string): OpenQueue;
  worker(queueName: string, run: RunJob, settings: WorkerSettings): OpenWorker;
  /** Rate limits that processes share, where Redis has them. */
  buckets?: SharedBuckets;
  close(): Promise<void>;
}

export function openQueueConnection(config: Config, logger: Logger): QueueConnection {
  return config.REDIS_URL
    ? connectRedis(config.REDIS_URL, config.QUEUE_PREFIX, logger)
    : connectPostgres(config.DATABASE_URL, logger);
}

/** Opens the connections of a queue on Postgres. */
export function openQueuePool(url: string, logger: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'herald-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // Every queue and worker adds listeners to the shared pool, some of them two.
  pool.setMaxListeners(0);
  tolerateLosses(pool);
  pool.on('error', (error) => logger.warn({ err: error }, 'lost a queue connection'));
  return pool;
}

function connectPostgres(url: string, logger: Logger): QueueConnection {
  const pool = openQueuePool(url, logger);
  const connection = { connection: pool };
  const listener = new QueueListener(pool);
  const backend = createResilientBackend(listener);
  return {
    queue: (queueName) => new Queue(queueName, connection, backend),
    worker: (queueName, run, settings) => new Worker(queueName, run, { ...connection, ...settings }, backend),
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

function connectRedis(url: string, prefix: string, logger: Logger): QueueConnection {
  const producer = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false });
  const consumer = new Redis(url, { maxRetriesPerRequest: null });
  // Both meet the same faults. Without a listener an outage would end the process.
  producer.on(
    'error',
    limitRate(LOG_INTERVAL_MS, (error: Error) => logger.warn({ err: error }, 'no queue in Redis')),
  );
  consumer.on('error', () => undefined);
  return {
    queue: (queueName) => new Queue(queueName, { connection: producer, prefix }),
    worker: (queueName, run, settings) => new Worker(queueName, run, { connection: consumer, prefix, ...settings }),
    buckets: new RedisBuckets(producer, prefix),
    async close() {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** Calls a function at most once in `ms` milliseconds, and leaves out the other calls. */
function limitRate<A>(ms: number, call: (argument: A) => void): (argument: A) => void {
  let calledAt = -Infinity;
  return (argument) => {
    if (performance.now() - calledAt >= ms) {
      calledAt = performance.now();
      call(argument);
    }
  };
}

/** Migrates the tables of the queue (schema `bullmq`) to the version of the library. */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${SCHEMA}` });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
