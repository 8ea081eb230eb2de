import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Proxy {
  /** By which the world knows the server behind it. */
  url: string;
  close(): void;
}

/** A proxy in front of a server, which gets another name and port to see. @param inside  the base URL of the server */
export async function startProxy(inside: () => string): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const { port } = new URL(inside());
    const headers = { ...incoming.headers, host: 'inside.example' };
    const request = forward({ port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
