import { Queue, runMigrations, Worker, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '#platform/config';
import type { Logger } from '#platform/log';
import { createLastingBackend } from './postgres-backend.js';

const SCHEMA = 'bullmq';
/** A blocked worker keeps one pooled connection for LISTEN; the rest serve everybody. */
const SHARED_CONNECTIONS = 6;

export interface WorkerSettings {
  concurrency: number;
  lockDuration: number;
}

/** A lane as its offerer sees it. */
export interface OpenLane {
  add(name: string, data: object, opts: JobsOptions): Promise<unknown>;
  addBulk(jobs: { name: string; data: object; opts: JobsOptions }[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** A lane as its worker sees it. */
export interface OpenWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

type Run = (job: { name: string; data: object }) => Promise<void>;

/** What BullMQ runs on: the same queues on Postgres or on Redis, with no other difference. */
export interface QueueConnection {
  queue(lane: string): OpenLane;
  worker(lane: string, run: Run, settings: WorkerSettings): OpenWorker;
  close(): Promise<void>;
}

/**
 * @param lanesListened  how many lanes this process will work on; each holds one Postgres connection
 */
export function openQueueConnection(config: Config, logger: Logger, lanesListened: number): QueueConnection {
  return config.REDIS_URL
    ? onRedis(config.REDIS_URL, config.QUEUE_PREFIX)
    : onPostgres(config.DATABASE_URL, logger, lanesListened);
}

function onPostgres(url: string, logger: Logger, lanesListened: number): QueueConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: lanesListened + SHARED_CONNECTIONS,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'herald-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // Every queue and worker listens to the pool that they share, some of them twice.
  pool.setMaxListeners(0);
  pool.on('error', (error) => logger.warn({ err: error }, 'a queue connection was lost'));
  const connection = { connection: pool };
  return {
    queue: (lane) => new Queue(lane, connection, createLastingBackend),
    worker: (lane, run, settings) => new Worker(lane, run, { ...connection, ...settings }, createLastingBackend),
    close: () => pool.end(),
  };
}

function onRedis(url: string, prefix: string): QueueConnection {
  const offering = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false });
  const working = new Redis(url, { maxRetriesPerRequest: null });
  // Every queue reports its own errors; without a listener here an outage would end the process.
  offering.on('error', () => undefined);
  working.on('error', () => undefined);
  return {
    queue: (lane) => new Queue(lane, { connection: offering, prefix }),
    worker: (lane, run, settings) => new Worker(lane, run, { connection: working, prefix, ...settings }),
    async close() {
      offering.disconnect();
      working.disconnect();
    },
  };
}

/** Brings the queue's own tables (schema `bullmq`) to the version this library needs. */
export async function migrateQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${SCHEMA}` });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}
