import { createServer } from 'node:net';

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => probe.once('error', fail).listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return address.port;
}
