import { PostgresConnection, PostgresQueueBackend, type BackendFactory, type PostgresConnectionOptions } from 'bullmq';
import type pg from 'pg';
import { makePatient } from './patient-backend.js';

/**
 * BullMQ checks once whether its tables exist and keeps the result, even when the connection broke during the check:
 * that queue then refuses everything. Herald migrates first (`migrateQueue`), so the check is skipped.
 */
class ResilientConnection extends PostgresConnection {
  constructor(
    options: PostgresConnectionOptions,
    private readonly listener: QueueListener,
  ) {
    super(options);
    const unsubscribe = listener.onLoss(() => this.emit('listenerinvalidated'));
    this.on('close', unsubscribe);
  }

  override waitUntilReady(): Promise<void> {
    return Promise.resolve();
  }

  override getListenClient(): ReturnType<PostgresConnection['getListenClient']> {
    return this.listener.getClient();
  }
}

/**
 * Like `createPostgresBackend` of BullMQ, for queues and workers that survive outages of the database and share one
 * listener. Connections are not named after their queue, because nothing searches for them.
 *
 * @param signal  ends the pauses of a worker after failures
 */
export function createResilientBackend(
  listener: QueueListener,
  signal = new AbortController().signal,
): BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> {
  return (name, opts) =>
    makePatient(new PostgresQueueBackend(new ResilientConnection(opts.connection, listener), name, opts), signal);
}

/**
 * One connection on which all queues of a process listen for jobs. BullMQ itself opens one for each queue, and Postgres
 * wakes every listening session of a database for every notification. With 13 queues that took 0.5 ms of processor time
 * for each, and a job sends three.
 */
export class QueueListener {
  private client: Promise<pg.PoolClient> | undefined;
  private readonly lossListeners = new Set<() => void>();

  /** @param pool  its search path has the tables of the queue; the caller ends it after `close` */
  constructor(private readonly pool: pg.Pool) {}

  /** Opens the connection on the first call, and on the first call after it was lost. */
  getClient(): Promise<pg.PoolClient> {
    this.client ??= this.open();
    return this.client;
  }

  /** Calls a listener when the connection is lost. @returns removes the listener */
  onLoss(listener: () => void): () => void {
    this.lossListeners.add(listener);
    return () => void this.lossListeners.delete(listener);
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    client?.release(true);
  }

  private async open(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      client.setMaxListeners(0);
      client.on('error', () => this.reportLoss(client));
      serializeQueries(client);
      return client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
  }

  private reportLoss(client: pg.PoolClient): void {
    this.client = undefined;
    client.removeAllListeners('notification');
    client.release(true);
    this.lossListeners.forEach((listener) => listener());
  }
}

/** Runs queries one after another: queues start to listen at the same time. */
function serializeQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  Object.assign(client, {
    query(text: string, values?: unknown[]) {
      const next = last.then(() => query(text, values));
      last = next.catch(() => undefined);
      return next;
    },
  });
}
