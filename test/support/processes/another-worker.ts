import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig } from '#platform/config';
import { openDatabase } from '#platform/db';
import { type ClockService, createLogger } from '#platform/runtime';
import { openQueueConnection } from '#platform/queue';
import { WorkerModule } from '../../../apps/worker/worker.module.js';
import type { Sending } from '../contract/sending.js';

export interface AnotherWorker {
  app: INestApplicationContext;
  close(): Promise<void>;
}

/**
 * A worker beside the one of `sending`: connections to database and providers and everything it keeps are its own.
 *
 * @param env    settings; `DATABASE_URL` lets it reach the database another way
 * @param clock  in place of the clock of the database
 */
export async function anotherWorker(
  sending: Sending,
  env: Record<string, string> = {},
  clock?: ClockService,
): Promise<AnotherWorker> {
  const settings = {
    DATABASE_URL: sending.gateway.fresh.url,
    MASTER_KEY: 'x'.repeat(32),
    SIMULATOR_PORT: new URL(sending.simulators.base).port,
  };
  return openWorkerParts({ ...settings, ...env }, clock);
}

/** The services of a worker in this process, without its queue. @param env  all its settings */
export async function openWorkerParts(env: Record<string, string>, clock?: ClockService): Promise<AnotherWorker> {
  const config = loadConfig(env);
  const logger = createLogger('test', 'silent');
  const db = await openDatabase(config.DATABASE_URL, 10, logger, { isShared: false });
  const queue = openQueueConnection(config, logger);
  const platform = { config, logger, db, queue, ...(clock && { clock }) };
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(platform), {
    logger: ['error'],
    abortOnError: false,
  });
  return {
    app,
    async close() {
      await app.close();
      await queue.close();
      await db.close();
    },
  };
}
