import { NestFactory } from '@nestjs/core';
import { BITMAP_MODULE, IndexMetricsService } from '#libs/audience';
import { JourneyAlarmService } from '#libs/journeys';
import { JourneyMetricsService } from '#libs/journeys/control';
import { OpenWorkMetricsService } from '#libs/delivery';
import { CopyGuardService } from '#libs/delivery/control';
import { AccountStateService } from '#libs/delivery/accounts';
import { ApplicationService } from '#libs/tenancy';
import { LASTING_SEALED_COLUMNS } from '#libs/identity';
import { Readiness, type RunningProcess } from '#platform/app';
import { listRecurringJobs, StopSignal, WAKE_CHANNEL, WakeService } from '#platform/background';
import { DatabaseClock } from '#platform/clock';
import { type Config, sessionUrl } from '#platform/config';
import { openProcessDatabase, PgListener } from '#platform/db';
import { createRegistry, registerMetrics, startHealthServer, type ReadinessReport } from '#platform/health';
import { JobQueue, openQueueConnection } from '#platform/queue';
import type { Logger } from '#platform/runtime';
import { MIGRATION_NAMES } from '../../migrations/data-source.js';
import { accountMetrics } from './account-metrics.js';
import { FeedReadingService } from './feed-reading.service.js';
import { installationMetrics } from './installation-metrics.js';
import { SchedulerModule } from './scheduler.module.js';
import { JobTicker } from './ticker.js';

/** Starts the scheduler: recurring jobs, and the metrics that are read from the database. */
export async function startScheduler(config: Config, logger: Logger): Promise<RunningProcess> {
  const db = await openProcessDatabase(config, logger);
  const registry = createRegistry('scheduler');
  const place = { host: config.HEALTH_HOST, port: config.HEALTH_PORT, registry };
  const readiness = new Readiness(db, config, logger, { migrations: MIGRATION_NAMES, sealed: LASTING_SEALED_COLUMNS });
  await readiness.wait(place);
  const connection = openQueueConnection(config, logger);
  connection.state.watch();
  await connection.state.check();
  connection.assertUsable();
  const app = await NestFactory.createApplicationContext(
    SchedulerModule.forRoot({ config, logger, db, queue: connection }),
    { logger: ['error'], abortOnError: false },
  );
  const clock = app.get(DatabaseClock);
  clock.assertNearDatabase();
  await app.get(CopyGuardService).check();
  const ticker = new JobTicker(listRecurringJobs(app, config), logger);
  ticker.start();
  app.get(WakeService).handle((work) => ticker.wake(work));
  const wakes = new PgListener(
    sessionUrl(config),
    WAKE_CHANNEL,
    { onNotification: (works) => works.split(',').forEach((work) => ticker.wake(work)), onListening: () => undefined },
    logger,
  );
  await wakes.start();
  const indexes = app.get(IndexMetricsService);
  const accounts = accountMetrics(app.get(ApplicationService), app.get(AccountStateService), clock);
  logger.info({ module: BITMAP_MODULE }, 'bitmap module loaded');
  registerMetrics(registry, [
    ...accounts,
    ...indexes.indexMetrics(),
    ...indexes.processMetrics(),
    ...app.get(JobQueue).metrics(),
    clock.metric(),
    ...app.get(OpenWorkMetricsService).metrics(),
    ...app.get(JourneyAlarmService).metrics(),
    ...app.get(JourneyMetricsService).metrics(),
    ...installationMetrics(db, clock, MIGRATION_NAMES),
    ...app.get(FeedReadingService).metrics(),
    ...ticker.metrics(),
    ...db.metrics(),
  ]);
  const ready = (): Promise<ReadinessReport> => readiness.check(connection.state, clock);
  const health = await startHealthServer({ ...place, ready });
  return {
    port: health.port,
    registry,
    ready,
    async stop() {
      readiness.drain();
      app.get(StopSignal).stop();
      await wakes.stop();
      await ticker.stop();
      await app.get(JobQueue).close();
      await app.close();
      await connection.close();
      await health.close();
      await db.close();
    },
  };
}
