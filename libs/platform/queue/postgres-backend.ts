import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresConnection, PostgresQueueBackend, type BackendFactory, type PostgresConnectionOptions } from 'bullmq';
import type { QueueListener } from './queue-listener.js';

/** Between two attempts of a worker to take a job from a database that refuses. */
const RETRY_PAUSE_MS = 250;

/**
 * BullMQ asks once whether its tables are there and keeps the answer, also when the connection broke meanwhile: from then on
 * that queue refuses everything. Who runs Herald migrates first (`migrateQueue`), so that nothing needs to be asked.
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

/** BullMQ's worker asks again at once after an error that is no refused connection; while a server starts, that is a busy loop. */
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
 * As BullMQ's own `createPostgresBackend`, for queues and workers that outlive deaths of the database and listen together.
 * Connections get no name of their lane: nobody looks for workers by them.
 */
export function createResilientBackend(
  listener: QueueListener,
): BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> {
  return (name, opts) => new BackoffBackend(new ResilientConnection(opts.connection, listener), name, opts);
}
