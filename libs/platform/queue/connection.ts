import { Queue, runMigrations, Worker, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '#platform/config';
import type { Logger } from '#platform/log';
import { lastingBackend } from './postgres-backend.js';
import { LaneListener } from './lane-listener.js';

const SCHEMA = 'bullmq';
/** One of them listens, where lanes are worked on; the rest serve everybody. */
const CONNECTIONS = 7;

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

export function openQueueConnection(config: Config, logger: Logger): QueueConnection {
  return config.REDIS_URL ? onRedis(config.REDIS_URL, config.QUEUE_PREFIX) : onPostgres(config.DATABASE_URL, logger);
}

function onPostgres(url: string, logger: Logger): QueueConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'herald-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  });
  // Every queue and worker listens to the pool that they share, some of them twice.
  pool.setMaxListeners(0);
  pool.on('error', (error) => logger.warn({ err: error }, 'a queue connection was lost'));
  const connection = { connection: pool };
  const listener = new LaneListener(pool);
  const backend = lastingBackend(listener);
  return {
    queue: (lane) => new Queue(lane, connection, backend),
    worker: (lane, run, settings) => new Worker(lane, run, { ...connection, ...settings }, backend),
    async close() {
      await listener.close();
      await pool.end();
    },
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
