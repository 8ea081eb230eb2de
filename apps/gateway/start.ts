import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { BITMAP_MODULE, IndexMetricsService } from '#libs/audience';
import { LASTING_SEALED_COLUMNS } from '#libs/identity';
import { Readiness, type RunningProcess } from '#platform/app';
import { DatabaseClock } from '#platform/clock';
import { NO_PUBLIC_URL, type Config } from '#platform/config';
import { openProcessDatabase } from '#platform/db';
import { registerMetrics, createRegistry, type ReadinessReport } from '#platform/health';
import { JobQueue, openQueueConnection } from '#platform/queue';
import type { Logger } from '#platform/runtime';
import { MIGRATION_NAMES } from '../../migrations/data-source.js';
import { closeWithin } from './close-within.js';
import { createGateway } from './create-gateway.js';
import { startInboundMail } from './inbound-mail/start-inbound-mail.js';
import { readTlsFiles, TlsWatch } from './tls/tls-files.js';

/** Share of the grace period for requests in flight; the rest is for closing. */
const CUT_AT = 0.8;

/** Starts the gateway on `HOST` and `PORT`. It enqueues jobs and consumes none. */
export async function startGateway(config: Config, logger: Logger): Promise<RunningProcess> {
  const db = await openProcessDatabase(config, logger, {
    rowSecurity: config.ROW_LEVEL_SECURITY,
    isShared: true,
  });
  const registry = createRegistry('gateway');
  const needs = { migrations: MIGRATION_NAMES, sealed: LASTING_SEALED_COLUMNS };
  // A queue that is away fails no request.
  const readiness = new Readiness(db, config, logger, needs, { optional: ['queue'] });
  await readiness.wait({ host: config.HOST, port: config.PORT, tls: await readTlsFiles(config), registry });
  const queue = openQueueConnection(config, logger);
  queue.state.watch();
  await queue.state.check();
  queue.assertUsable();
  const ready = (): Promise<ReadinessReport> => readiness.check(queue.state, app.get(DatabaseClock));
  const tls = await readTlsFiles(config);
  const app = await createGateway({ config, logger, db, queue }, { registry, ready }, undefined, tls);
  const clock = app.get(DatabaseClock);
  clock.assertNearDatabase();
  if (config.PUBLIC_URL === undefined) {
    logger.warn(NO_PUBLIC_URL);
  }
  logger.info({ module: BITMAP_MODULE }, 'bitmap module loaded');
  registerMetrics(registry, [
    ...app.get(IndexMetricsService).processMetrics(),
    ...app.get(JobQueue).metrics(),
    clock.metric(),
    ...db.metrics(),
  ]);
  const mail = await startInboundMail(app, config, logger, registry, tls);
  const tlsWatch = new TlsWatch(config, logger, tls, (files) => {
    const server: unknown = app.getHttpServer();
    if (server instanceof TlsServer) {
      server.setSecureContext(files);
    }
    mail?.changeTls(files);
  });
  registerMetrics(registry, [tlsWatch.metric()]);
  const port = await listen(app, config);
  return {
    port,
    registry,
    ready,
    ...(mail && { ports: { inboundMail: mail.port } }),
    async stop() {
      readiness.drain();
      tlsWatch.close();
      await mail?.close();
      await closeWithin(app, config.SHUTDOWN_GRACE_MS * CUT_AT);
      await app.get(JobQueue).close();
      await queue.close();
      await db.close();
    },
  };
}

async function listen(app: NestExpressApplication, { HOST, PORT }: Config): Promise<number> {
  try {
    await (HOST === undefined ? app.listen(PORT) : app.listen(PORT, HOST));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${PORT} is taken: stop what listens there, or choose another with PORT`, { cause: error });
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new Error(`This machine has no address ${HOST}: set HOST to one that it has`, { cause: error });
    }
    throw error;
  }
  return (app.getHttpServer().address() as AddressInfo).port;
}
