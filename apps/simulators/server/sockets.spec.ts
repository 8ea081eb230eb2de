import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Sockets } from './sockets.js';

/**
 * Connects a client.
 *
 * @returns both ends
 * @throws what the connection fails with, such as EADDRINUSE for a local port that another process has
 */
async function join(server: Server, port: number, localPort?: number): Promise<{ near: Socket; far: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = connect({ port, host: '127.0.0.1', localPort });
  await once(near, 'connect');
  near.on('error', () => undefined);
  const [far] = await accepted;
  return { near, far };
}

/** Two clients with one port, one after the other; another process may take the port between them. */
async function joinTwice(server: Server, port: number, triesLeft = 20): Promise<{ first: Socket; near: Socket }> {
  const { near, far } = await join(server, port);
  const { localPort } = near;
  // The server does not read, so it learns of the reset when the port has another connection.
  await once(near.resetAndDestroy(), 'close');
  try {
    const second = await join(server, port, localPort);
    return { first: far, near: second.near };
  } catch (error) {
    if (triesLeft === 0) {
      throw error;
    }
    return joinTwice(server, port, triesLeft - 1);
  }
}

it('Sockets.close ends a connection whose remote port an earlier connection had used', async () => {
  const server = createServer({ pauseOnConnect: true });
  const sockets = new Sockets(server);
  const port = await sockets.listen(0, '127.0.0.1');
  const { first, near } = await joinTwice(server, port);
  const firstEnd = once(first, 'close');
  first.destroy();
  await firstEnd;
  const secondEnd = once(near.resume(), 'close');
  await sockets.close();
  await secondEnd;
  expect(near.destroyed).toBe(true);
});
