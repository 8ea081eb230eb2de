import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerHealth, type HealthSource } from './health-endpoints.js';

export interface HealthServer {
  /** The port in use, also when 0 was requested. */
  port: number;
  close(): Promise<void>;
}

/**
 * @property host         absent: every address
 * @property port         0: a free one
 * @property tls          certificate and key; absent: no TLS
 * @property otherStatus  of every other path; absent: 404
 */
export interface HealthServerOptions extends HealthSource {
  host?: string | undefined;
  port: number;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  otherStatus?: 404 | 503;
}

/**
 * Starts the health endpoints of a process without other HTTP: a worker, a scheduler, and a gateway that waits.
 *
 * @throws the listen error, for example EADDRINUSE
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { host, port, tls, otherStatus = 404 } = options;
  const answer: RequestListener = (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answerHealth(path, response, options)
      .then((answered) => {
        if (!answered) {
          response.writeHead(otherStatus, otherStatus === 503 ? { 'Retry-After': '5' } : {}).end();
        }
      })
      .catch(() => response.destroy());
  };
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
