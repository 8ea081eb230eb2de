import type { JobsOptions } from 'bullmq';
import type { SharedBuckets } from '#platform/limits';
import type { QueueState } from './queue-state.js';
import type { RedisFacts } from './redis-facts.js';

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

export type RunJob = (job: { name: string; data: object }) => Promise<void>;

/** The connection of BullMQ. Queues on Postgres and on Redis behave alike. */
export interface QueueConnection {
  queue(queueName: string): OpenQueue;
  worker(queueName: string, run: RunJob, settings: WorkerSettings): OpenWorker;
  /** True if it works. It asks by itself after `state.watch()`. */
  readonly state: QueueState;
  /** The facts of the queue's Redis at the last reading; undefined where there is none. */
  facts(): RedisFacts | undefined;
  /**
   * @throws ConfigError when what answers behind `REDIS_URL` is none for a queue: another topology, a replica, an
   * eviction policy
   */
  assertUsable(): void;
  /** Rate limits that processes share, where Redis has them. */
  buckets?: SharedBuckets;
  close(): Promise<void>;
}
