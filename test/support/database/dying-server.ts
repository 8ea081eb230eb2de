import { connect, createServer, type AddressInfo } from 'node:net';

/** A line to a database that can die at a certain moment. */
export interface DyingServer {
  /** The address of the database through the line. */
  url: string;
  /** So many new connections are ended by the server at the moment at which they are ready. */
  deaths: number;
  close(): void;
}

/** ReadyForQuery of a session without a transaction (PostgreSQL documentation, 55.7 Message Formats). */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Opens a line to a database whose first process dies while connections are made: in one segment with the answer that a
 * connection is ready comes the error that ends it.
 */
export async function openDyingServer(databaseUrl: string): Promise<DyingServer> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      const ready = data.indexOf(READY);
      if (ready < 0 || line.deaths === 0) {
        client.write(data);
        return;
      }
      line.deaths -= 1;
      client.end(Buffer.concat([data.subarray(0, ready + READY.length), fatalError()]));
    });
    [client, upstream].forEach((socket) => socket.on('error', end).on('close', end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const line: DyingServer = { url: url.href, deaths: 0, close: () => server.close() };
  return line;
}

/** ErrorResponse with the fields that a backend sends when its postmaster is gone. */
function fatalError(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to unexpected postmaster exit', ''];
  const body = Buffer.from(`${fields.join('\0')}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from('E'), length, body]);
}
