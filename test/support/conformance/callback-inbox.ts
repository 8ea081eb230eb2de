import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackRequest } from '#libs/channels';

/** Posts of providers to an address of this machine. */
export interface CallbackInbox {
  url: string;
  /** The next request that was not read, once it is there. */
  next(): Promise<CallbackRequest>;
  close(): void;
}

/**
 * @property verify the answer to a provider that asks by GET for permission to call
 *
 * @property receive  handles a request before it is answered, with `answer`; a question has no content, so it is not awaited
 */
interface InboxOwner {
  verify(query: URLSearchParams): string | undefined;
  receive(request: CallbackRequest): Promise<{ answer: string | undefined; isQuestion: boolean }>;
}

export async function openCallbackInbox({ verify, receive }: InboxOwner): Promise<CallbackInbox> {
  const requests: CallbackRequest[] = [];
  const waiting: ((request: CallbackRequest) => void)[] = [];
  const keep = (request: CallbackRequest): void => {
    const read = waiting.shift();
    if (read) {
      read(request);
    } else {
      requests.push(request);
    }
  };
  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      response.end(verify(new URL(incoming.url ?? '/', 'http://callbacks').searchParams));
      return;
    }
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const { url = '', headers } = incoming;
      const request = { url: base + url, headers, body: Buffer.concat(parts), accountId: 1 };
      receive(request).then(
        ({ answer, isQuestion }) => {
          if (!isQuestion) {
            keep(request);
          }
          response.writeHead(answer === undefined ? 204 : 200).end(answer);
        },
        () => response.writeHead(500).end(),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${base}/callbacks/reports/a-message`,
    next: () => {
      const request = requests.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push(resolve));
    },
    close: () => server.close(),
  };
}
