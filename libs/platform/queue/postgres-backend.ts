import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresConnection, PostgresQueueBackend, type BackendFactory, type PostgresConnectionOptions } from 'bullmq';
import type { QueueListener } from './queue-listener.js';

/** Pause of a worker after a failed attempt to get a job. */
const RETRY_PAUSE_MS = 250;

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

/** After most errors the worker of BullMQ tries again at once. While a server starts, that would be a busy loop. */
class BackoffBackend extends PostgresQueueBackend {
  override async moveToActive(...args: Parameters<PostgresQueueBackend['moveToActive']>) {
    try {
      return await super.moveToActive(...args);
    } catch (error) {
      await sleep(RETRY_PAUSE_MS);
      throw error;
    }
  }
}

/**
 * Like `createPostgresBackend` of BullMQ, for queues and workers that survive outages of the database and share one
 * listener. Connections are not named after their queue, because nothing searches for them.
 */
export function createResilientBackend(
  listener: QueueListener,
): BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> {
  return (name, opts) => new BackoffBackend(new ResilientConnection(opts.connection, listener), name, opts);
}
