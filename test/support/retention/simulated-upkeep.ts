import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SendRetentionService } from '#libs/delivery';
import { NotificationRetentionService } from '#libs/notifications/approvals';
import { ReportingModule, StatisticsService } from '#libs/reporting';
import { loadConfig } from '#platform/config';
import { openDatabase, type Database } from '#platform/db';
import { openQueueConnection } from '#platform/queue';
import { ClockService, createLogger } from '#platform/runtime';
import { PartitionUpkeepService } from '../../../apps/scheduler/partition-upkeep.service.js';
import { SchedulerModule } from '../../../apps/scheduler/scheduler.module.js';

class SetClock extends ClockService {
  at = new Date();

  override now(): Date {
    return this.at;
  }
}

/** Tables that autovacuum would clean on this day. */
const VACUUMED = [
  ...[
    'dispatch',
    'chunk',
    'in_doubt',
    'click_stat',
    'sample',
    'token_strike',
    'send_total',
    'send_count',
    'past_send',
  ].map((table) => `delivery.${table}`),
  'notifications.definition',
];

/** The recurring work that lets rows go, at a time of the caller's, without the other work of a scheduler. */
export class SimulatedUpkeep {
  private constructor(
    readonly db: Database,
    private readonly app: INestApplicationContext,
    private readonly clock: SetClock,
    private readonly closeQueue: () => Promise<void>,
  ) {}

  static async open(databaseUrl: string, masterKey: string): Promise<SimulatedUpkeep> {
    const logger = createLogger('upkeep', 'silent');
    const config = loadConfig({ DATABASE_URL: databaseUrl, MASTER_KEY: masterKey });
    const db = await openDatabase(databaseUrl, 5, logger);
    const queue = openQueueConnection(config, logger);
    const clock = new SetClock();
    const scheduler = SchedulerModule.forRoot({ config, logger, db, queue, clock });
    @Module({ imports: [scheduler, ReportingModule] })
    class UpkeepModule {}
    const app = await NestFactory.createApplicationContext(UpkeepModule, { logger: ['error'], abortOnError: false });
    return new SimulatedUpkeep(db, app, clock, () => queue.close());
  }

  /** Makes the partitions that a scheduler would have made by that time. */
  async prepare(at: Date): Promise<void> {
    this.clock.at = at;
    await this.app.get(PartitionUpkeepService).createPartitions();
  }

  /** Lets go what has expired by that time, and cleans up behind it as autovacuum would. @returns dispatches that went */
  async expire(at: Date): Promise<number> {
    this.clock.at = at;
    const deleted = await this.app.get(SendRetentionService).deleteExpired();
    await this.app.get(NotificationRetentionService).deleteExpired();
    await this.app.get(PartitionUpkeepService).dropPartitions();
    return deleted;
  }

  async vacuum(): Promise<void> {
    for (const table of VACUUMED) {
      await this.db.affected(`VACUUM (ANALYZE) ${table}`);
    }
  }

  /** `getPushStats` of some keys; a key without statistics is an error. */
  async readStatistics(appId: number, keys: readonly number[]): Promise<object[]> {
    const statistics = this.app.get(StatisticsService);
    const figures: object[] = [];
    for (const key of keys) {
      figures.push(await statistics.getByKey(appId, key));
    }
    return figures;
  }

  /** `getPushStats` of a period. */
  async listStatistics(appId: number, start: Date, end: Date): Promise<object[]> {
    return this.app.get(StatisticsService).listBetween(appId, start, end);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.closeQueue();
    await this.db.close();
  }
}
