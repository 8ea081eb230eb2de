import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresConnection, PostgresQueueBackend, type BackendFactory, type PostgresConnectionOptions } from 'bullmq';
import type { LaneListener } from './lane-listener.js';

/** Between two attempts of a worker to take a job from a database that refuses. */
const PAUSE_MS = 250;

/**
 * BullMQ asks once whether its tables are there and keeps the answer, also when the connection broke meanwhile: from then on
 * that queue refuses everything. Who runs Herald migrates first (`migrateQueue`), so that nothing needs to be asked.
 */
class LastingConnection extends PostgresConnection {
  constructor(
    options: PostgresConnectionOptions,
    private readonly listener: LaneListener,
  ) {
    super(options);
    const leave = listener.join(() => this.emit('listenerinvalidated'));
    this.on('close', leave);
  }

  override waitUntilReady(): Promise<void> {
    return Promise.resolve();
  }

  override getListenClient(): ReturnType<PostgresConnection['getListenClient']> {
    return this.listener.listen();
  }
}

/** BullMQ's worker asks again at once after an error that is no refused connection; while a server starts, that is a busy loop. */
class PatientBackend extends PostgresQueueBackend {
  override async moveToActive(...args: Parameters<PostgresQueueBackend['moveToActive']>) {
    try {
      return await super.moveToActive(...args);
    } catch (error) {
      await sleep(PAUSE_MS);
      throw error;
    }
  }
}

/**
 * As BullMQ's own `createPostgresBackend`, for queues and workers that outlive deaths of the database and listen together.
 * Connections get no name of their lane: nobody looks for workers by them.
 */
export function lastingBackend(
  listener: LaneListener,
): BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> {
  return (name, opts) => new PatientBackend(new LastingConnection(opts.connection, listener), name, opts);
}
