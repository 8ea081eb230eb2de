import { NestFactory } from '@nestjs/core';
import {
  BITMAP_MODULE,
  IndexMetricsService,
  IndexMaintenanceService,
  SegmentCalculatorService,
  SegmentUpdaterService,
} from '#libs/audience';
import {
  AttachmentService,
  CopyGuardService,
  WebhookDeliveryService,
  AccountStateService,
  RecoveryService,
} from '#libs/delivery';
import { RecheckService } from '#libs/identity';
import { InboxMaintenanceService } from '#libs/inbox';
import { ApplicationService } from '#libs/tenancy';
import { DeletedUserRetentionService, RemovalService } from '#libs/users';
import { ClockService } from '#platform/runtime';
import type { Config } from '#platform/config';
import { openDatabase } from '#platform/db';
import { registerMetrics, createRegistry, startHealthServer } from '#platform/health';
import type { Logger } from '#platform/runtime';
import type { RunningProcess } from '#platform/app';
import { JobQueue, openQueueConnection } from '#platform/queue';
import { accountMetrics } from './account-metrics.js';
import { cronTable } from './cron.table.js';
import { SchedulerModule } from './scheduler.module.js';
import { JobTicker } from './ticker.js';

/** Starts the time edge. */
export async function startScheduler(config: Config, logger: Logger): Promise<RunningProcess> {
  const db = await openDatabase(config.DATABASE_URL, config.DATABASE_POOL, logger);
  const connection = openQueueConnection(config, logger);
  const app = await NestFactory.createApplicationContext(
    SchedulerModule.forRoot({ config, logger, db, queue: connection }),
    { logger: ['error'], abortOnError: false },
  );
  await app.get(CopyGuardService).check();
  const ticker = new JobTicker(
    cronTable({
      config,
      db,
      clock: app.get(ClockService),
      recovery: app.get(RecoveryService),
      segments: app.get(SegmentCalculatorService),
      segmentUpdater: app.get(SegmentUpdaterService),
      indexMaintenance: app.get(IndexMaintenanceService),
      inbox: app.get(InboxMaintenanceService),
      webhooks: app.get(WebhookDeliveryService),
      attachments: app.get(AttachmentService),
      rechecks: app.get(RecheckService),
      deletedUsers: app.get(DeletedUserRetentionService),
      removals: app.get(RemovalService),
      applications: app.get(ApplicationService),
    }),
    logger,
  );
  ticker.start();
  const registry = createRegistry('scheduler');
  const readings = app.get(IndexMetricsService);
  const accounts = accountMetrics(app.get(ApplicationService), app.get(AccountStateService));
  logger.info({ module: BITMAP_MODULE }, 'bitmaps are handled by this module');
  registerMetrics(registry, [...accounts, ...readings.indexMetrics(), ...readings.processMetrics()]);
  const health = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    ready: () => db.ping(),
    registry,
  });
  return {
    port: health.port,
    async stop() {
      await ticker.stop();
      await app.get(JobQueue).close();
      await app.close();
      await connection.close();
      await health.close();
      await db.close();
    },
  };
}
