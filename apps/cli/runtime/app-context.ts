import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule, type PlatformOptions } from '#platform/app';
import { loadConfig } from '#platform/config';
import { openProcessDatabase } from '#platform/db';
import { openQueueConnection } from '#platform/queue';
import { createLogger } from '#platform/runtime';
import { databaseUrls, homeFolder, masterKeys, simulatorPort } from './environment.js';

@Module({})
class CliModule {
  static forRoot(options: PlatformOptions, rooms: readonly Type[]): DynamicModule {
    return { module: CliModule, imports: [PlatformModule.forRoot(options), ...rooms] };
  }
}

/** The modules of a verb, opened. */
export interface AppContext {
  app: INestApplicationContext;
  close(): Promise<void>;
}

/**
 * Runs `work` with modules on the database of the running Herald (or DATABASE_URL), then closes them.
 *
 * @param parts  fewer open faster; absent: the modules of most verbs, which are not loaded otherwise
 */
export async function withAppContext<T>(
  work: (app: INestApplicationContext) => Promise<T>,
  parts?: readonly Type[],
): Promise<T> {
  const context = await openAppContext(parts);
  try {
    return await work(context.app);
  } finally {
    await context.close();
  }
}

/** Opens the modules on the database of the running Herald (or DATABASE_URL). The caller closes them. */
export async function openAppContext(parts?: readonly Type[]): Promise<AppContext> {
  const modules = parts ?? (await import('./rooms.js')).ROOMS;
  const home = homeFolder();
  const config = loadConfig({
    ...process.env,
    HERALD_HOME: home,
    DATABASE_SESSION_URL: undefined,
    ...(await simulatorPort(home)),
    ...(await databaseUrls(home)),
    ...(await masterKeys(home, false)),
  });
  const logger = createLogger('cli', 'error');
  const db = await openProcessDatabase(config, logger, { pool: 2 });
  const queue = openQueueConnection(config, logger);
  const closeFloor = async (): Promise<void> => {
    await queue.close();
    await db.close();
  };
  try {
    const app = await NestFactory.createApplicationContext(CliModule.forRoot({ config, logger, db, queue }, modules), {
      logger: ['error'],
      abortOnError: false,
    });
    return {
      app,
      async close() {
        try {
          await app.close();
        } finally {
          await closeFloor();
        }
      },
    };
  } catch (error) {
    await closeFloor();
    throw error;
  }
}
