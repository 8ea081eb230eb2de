import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { loadConfig } from '#platform/config';
import { openDatabase } from '#platform/db';
import { createLogger } from '#platform/runtime';
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
 * @param env  settings; `DATABASE_URL` lets it reach the database another way
 */
export async function anotherWorker(sending: Sending, env: Record<string, string> = {}): Promise<AnotherWorker> {
  const { url } = sending.gateway.fresh;
  const controlPort = new URL(sending.simulators.base).port;
  const config = loadConfig({
    DATABASE_URL: url,
    MASTER_KEY: 'x'.repeat(32),
    SIMULATOR_PORT: controlPort,
    ...env,
  });
  const logger = createLogger('test', 'silent');
  const db = await openDatabase(config.DATABASE_URL, 10, logger);
  const queue = openQueueConnection(config, logger);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot({ config, logger, db, queue }), {
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
