import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A line between a sender and a simulated provider that can go dead without a word, as a firewall or a lost peer does. */
export interface FrozenLine {
  port: number;
  /** From now on nothing passes over the connections that stand, and neither side is notified. New ones pass everything. */
  freeze(): void;
  /** From now on no one else gets a connection; those that stand go on. */
  shut(): void;
  close(): Promise<void>;
}

/** @param port  where the provider listens on loopback */
export async function openLine(port: number): Promise<FrozenLine> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    pairs.add([near, far]);
    near.pipe(far).pipe(near);
    [near, far].forEach((socket) => socket.on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // Later bytes are dropped.
        near.resume();
        far.resume();
      }
    },
    shut: () => void server.close(),
    async close() {
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : undefined;
      pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()));
      await closed;
    },
  };
}
