import { NestFactory } from '@nestjs/core';
import { BITMAP_MODULE, IndexMetricsService } from '#libs/audience';
import { SenderRegistryService } from '#libs/channels';
import {
  DeliveryCountersService,
  ChunkSenderService,
  TransactionalListenerService,
  TransactionalSenderService,
} from '#libs/delivery';
import { DeliveryJobsService, ChunkPlacesService, CopyGuardService } from '#libs/delivery/control';
import { AccountStateService } from '#libs/delivery/accounts';
import { LASTING_SEALED_COLUMNS } from '#libs/identity';
import { Readiness, type RunningProcess } from '#platform/app';
import { DatabaseClock } from '#platform/clock';
import type { Config } from '#platform/config';
import { openProcessDatabase } from '#platform/db';
import { registerMetrics, createRegistry, startHealthServer, type ReadinessReport } from '#platform/health';
import { JobQueue, JobRunner, openQueueConnection } from '#platform/queue';
import type { Logger } from '#platform/runtime';
import { MIGRATION_NAMES } from '../../migrations/data-source.js';
import { WorkerModule } from './worker.module.js';

/**
 * Starts the worker: one consumer for each queue, so that no queue waits for another.
 *
 * @throws Error when a declared job has no handler or two, a channel no sender, or the clock is far off
 */
export async function startWorker(config: Config, logger: Logger): Promise<RunningProcess> {
  const db = await openProcessDatabase(config, logger);
  const registry = createRegistry('worker');
  const place = { host: config.HEALTH_HOST, port: config.HEALTH_PORT, registry };
  const readiness = new Readiness(db, config, logger, { migrations: MIGRATION_NAMES, sealed: LASTING_SEALED_COLUMNS });
  await readiness.wait(place);
  const connection = openQueueConnection(config, logger);
  connection.state.watch();
  await connection.state.check();
  connection.assertUsable();
  const app = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({ config, logger, db, queue: connection }),
    {
      logger: ['error'],
      abortOnError: false,
    },
  );
  const clock = app.get(DatabaseClock);
  clock.assertNearDatabase();
  await app.get(CopyGuardService).check();
  const chunks = app.get(ChunkSenderService);
  const jobs = app.get(DeliveryJobsService);
  const runner = new JobRunner(connection, jobs.listHandlers(), logger);
  for (const { name, places } of jobs.listQueues()) {
    runner.work(name, places);
  }
  const listener = app.get(TransactionalListenerService);
  await listener.start();
  logger.info({ module: BITMAP_MODULE }, 'bitmap module loaded');
  registerMetrics(registry, [
    ...app.get(IndexMetricsService).processMetrics(),
    ...app.get(JobQueue).metrics(),
    ...app.get(AccountStateService).metrics(),
    ...app.get(DeliveryCountersService).metrics(),
    ...db.metrics(),
    clock.metric(),
  ]);
  const ready = (): Promise<ReadinessReport> => readiness.check(connection.state, clock);
  const health = await startHealthServer({ ...place, ready });
  return {
    port: health.port,
    registry,
    ready,
    async stop() {
      readiness.drain();
      chunks.stop();
      await Promise.all([runner.close(), app.get(ChunkPlacesService).close(), listener.stop()]);
      await app.get(TransactionalSenderService).waitUntilIdle();
      await app.get(SenderRegistryService).close();
      await app.get(JobQueue).close();
      await app.close();
      await connection.close();
      await health.close();
      await db.close();
    },
  };
}
