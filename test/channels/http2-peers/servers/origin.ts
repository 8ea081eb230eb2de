import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

const HEADER_BYTES = 131_072;

/**
 * Answers as a request asks: with the status `x-status` after `x-delay-ms`, with every header `x-…` as `r-x-…`, and with
 * its own body, or `x-answer-bytes` bytes. The same for HTTP/1.1 and HTTP/2.
 */
export function answerAsAsked(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  onAnswer: (path: string) => void,
): void {
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers, url = '' } = request;
    const answer = (): void => {
      onAnswer(url);
      for (const name in headers) {
        if (name.startsWith('x-') && !name.startsWith('x-forwarded')) {
          response.setHeader(`r-${name}`, headers[name] ?? '');
        }
      }
      response.statusCode = Number(headers['x-status'] ?? 200);
      const bytes = headers['x-answer-bytes'];
      response.end(bytes === undefined ? Buffer.concat(chunks) : answerOf(Number(bytes)));
    };
    const delayMs = Number(headers['x-delay-ms'] ?? 0);
    if (delayMs > 0) {
      setTimeout(answer, delayMs);
    } else {
      answer();
    }
  });
}

/** The body of an answer of some bytes. */
export function answerOf(bytes: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(Math.ceil(bytes / 36)).slice(0, bytes);
}

/** The server behind those that only pass requests on. It speaks HTTP/1.1 on loopback, and counts what it answers. */
export class Origin {
  private readonly paths = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<Origin> {
    const server = createServer({ maxHeaderSize: HEADER_BYTES, keepAliveTimeout: 600_000, requestTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = new Origin(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => answerAsAsked(request, response, (path) => origin.count(path)));
    return origin;
  }

  /** How often each path was answered. */
  answered = (): ReadonlyMap<string, number> => this.paths;

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private count(path: string): void {
    this.paths.set(path, (this.paths.get(path) ?? 0) + 1);
  }
}
