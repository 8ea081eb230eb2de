import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Sockets } from './sockets.js';

/** Connects a client. @returns both ends */
async function join(server: Server, port: number, localPort?: number): Promise<{ near: Socket; far: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = connect({ port, host: '127.0.0.1', localPort });
  near.on('error', () => undefined);
  const [far] = await accepted;
  return { near, far };
}

it('ends a connection from a port that another one had before', async () => {
  const server = createServer({ pauseOnConnect: true });
  const sockets = new Sockets(server);
  const port = await sockets.listen(0, '127.0.0.1');
  const first = await join(server, port);
  const { localPort } = first.near;
  // The server does not read, so it learns of the reset when the port has another connection.
  await once(first.near.resetAndDestroy(), 'close');
  const second = await join(server, port, localPort);
  const firstEnd = once(first.far, 'close');
  first.far.destroy();
  await firstEnd;
  const secondEnd = once(second.near.resume(), 'close');
  await sockets.close();
  await secondEnd;
  expect(second.near.destroyed).toBe(true);
});
