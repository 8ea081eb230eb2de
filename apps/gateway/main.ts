import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ConfigError, loadConfig } from '#platform/config';
import { openDatabase } from '#platform/db';
import { createRegistry } from '#platform/health';
import { createLogger } from '#platform/log';
import { openQueueConnection } from '#platform/queue';
import { createGateway } from './http/create-gateway.js';

/** Starts the gateway, tells its parent the port, and stops it gracefully on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const db = await openDatabase(config.DATABASE_URL, config.DATABASE_POOL, [], logger);
  const queue = openQueueConnection(config, logger, 0);
  const app = await createGateway({ config, logger, db, queue }, createRegistry('gateway'));
  await app.listen(config.PORT);
  const { port } = app.getHttpServer().address() as AddressInfo;
  logger.info({ port }, 'gateway ready');
  process.send?.({ type: 'ready', name: 'gateway', port });

  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    logger.info({ signal }, 'gateway stops');
    await closeWithin(app, config.SHUTDOWN_GRACE_MS);
    await Promise.allSettled([queue.close(), db.close()]);
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/** Takes no new requests and lets those in flight finish; what is left after the grace period is cut. */
async function closeWithin(app: NestExpressApplication, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.getHttpServer().closeAllConnections(), graceMs);
  await app.close().catch(() => undefined);
  clearTimeout(timer);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});

/** A fault that the operator can mend is told in a sentence; any other with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken: stop what listens there, or choose another with PORT.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
