import type { NestExpressApplication } from '@nestjs/platform-express';

/** How often idle connections are closed while the gateway stops. */
const IDLE_CHECK_MS = 50;

/**
 * Stops listening and lets requests in flight finish. Keep-alive connections are closed when they become idle, because
 * Node closes only those that are idle at the call. Connections left at the end are cut.
 */
export async function closeWithin(app: NestExpressApplication, graceMs: number): Promise<void> {
  const server = app.getHttpServer();
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cutTimer);
  }
}
