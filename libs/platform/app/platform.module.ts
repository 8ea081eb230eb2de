import { Global, Module, type DynamicModule } from '@nestjs/common';
import { StopSignal, WakeService } from '#platform/background';
import { DatabaseClock } from '#platform/clock';
import { Config } from '#platform/config';
import { MasterKey, readPreviousKeys } from '#platform/crypto';
import { Database } from '#platform/db';
import { IdBlockRepository } from '#platform/ids';
import { RateBucketRepository, SHARED_BUCKETS } from '#platform/limits';
import { ClockService, type Logger } from '#platform/runtime';
import {
  FeedPositionRepository,
  FeedReaderService,
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  OutboxRepository,
} from '#platform/outbox';
import { JobQueue, type QueueConnection } from '#platform/queue';

/** Injection token of the process's logger. */
export const LOGGER = Symbol('LOGGER');

/** Resources that a process opens before its modules and closes after them. */
export interface PlatformOptions {
  config: Config;
  logger: Logger;
  db: Database;
  queue: QueueConnection;
  /** In tests in place of the clock of the database. */
  clock?: ClockService;
}

/** The technical services of all modules of a process. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ config, logger, db, queue, clock }: PlatformOptions): DynamicModule {
    const masterKey = new MasterKey(config.MASTER_KEY, readPreviousKeys(config.MASTER_KEY_PREVIOUS));
    const providers = [
      { provide: Config, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Database, useValue: db },
      { provide: JobQueue, useValue: new JobQueue(queue, logger) },
      { provide: SHARED_BUCKETS, useValue: queue.buckets ?? new RateBucketRepository(db) },
      { provide: MasterKey, useValue: masterKey },
      { provide: IdBlockRepository, useValue: new IdBlockRepository(db) },
      ...(clock
        ? [{ provide: ClockService, useValue: clock }]
        : [
            { provide: DatabaseClock, useFactory: async () => DatabaseClock.open(db, logger) },
            { provide: ClockService, useExisting: DatabaseClock },
          ]),
      { provide: WakeService, useValue: new WakeService(db, logger) },
      {
        provide: OutboxRepository,
        useFactory: (subscribers: FeedSubscriberRegistryService, wakes: WakeService) =>
          new OutboxRepository(subscribers, wakes),
        inject: [FeedSubscriberRegistryService, WakeService],
      },
      FeedPositionRepository,
      FeedReaderService,
      FeedSubscriberRegistryService,
      FeedSubscriptionService,
      StopSignal,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
