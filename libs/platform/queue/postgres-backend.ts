import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresConnection, PostgresQueueBackend, type BackendFactory, type PostgresConnectionOptions } from 'bullmq';

/** Between two attempts of a worker to take a job from a database that refuses. */
const PAUSE_MS = 250;

/**
 * BullMQ asks once whether its tables are there and keeps the answer, also when the connection broke meanwhile: from then on
 * that queue refuses everything. Who runs Herald migrates first (`migrateQueue`), so that nothing needs to be asked.
 */
class LastingConnection extends PostgresConnection {
  override waitUntilReady(): Promise<void> {
    return Promise.resolve();
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

/** As BullMQ's own `createPostgresBackend`, for queues and workers that outlive deaths of the database. */
export const createLastingBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  opts,
  { withBlockingConnection = false } = {},
) => {
  const connection = new LastingConnection(opts.connection);
  return new PatientBackend(connection, name, opts, true, withBlockingConnection ? name : undefined);
};
