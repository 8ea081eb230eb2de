import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHealth, type HealthSource } from './health-endpoints.js';

export interface HealthServer {
  /** The port in use, also when 0 was requested. */
  port: number;
  close(): Promise<void>;
}

/**
 * Starts the health endpoints of a process without other HTTP (worker, scheduler).
 *
 * @param options  `host` and `port` to listen on; port 0 uses a free one
 * @throws the listen error, for example EADDRINUSE
 */
export async function startHealthServer(options: HealthSource & { host: string; port: number }): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    answerHealth(path, response, options)
      .then((answered) => {
        if (!answered) {
          response.writeHead(404).end();
        }
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
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
