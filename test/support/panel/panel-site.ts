import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { png } from '../media/pictures.js';

const BUILT = 'dist/apps/panel';
const API = '/panel/1.0';
const YEAR = 'public, max-age=31536000, immutable';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** Longer than any test waits: the answer of a server that is busy. */
export const NEVER = 'never';

export interface SiteRequest {
  method: string;
  /** Below `/panel/1.0`. */
  path: string;
  search: URLSearchParams;
  body: unknown;
  headers: IncomingMessage['headers'];
}

export interface SiteAnswer {
  status?: number;
  body?: unknown;
  /** Sent as it stands, as HTML, in place of `body`. */
  page?: string;
  /** Sent piece by piece, in place of `body`; a fault on the way breaks the connection. */
  pieces?: AsyncIterable<string>;
  headers?: Record<string, string>;
}

type Answerer = (request: SiteRequest) => SiteAnswer | typeof NEVER | Promise<SiteAnswer>;

/**
 * The built panel, and answers in the shapes of its interface: for states that a real gateway is hard to bring into (slow,
 * broken, denied). Stories run against the gateway.
 */
export class PanelSite {
  /** Requests in their order. */
  readonly requests: SiteRequest[] = [];
  /** Violations of the page's policy, as browsers report them. */
  readonly violations: string[] = [];
  private readonly answers = new Map<string, Answerer>();
  private readonly streams = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<PanelSite> {
    const server = createServer();
    const site = new PanelSite(server);
    server.on('request', (request, response) => {
      site.serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return site;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets what a request gets: `GET /me`. A path may end in `*`; the last one set wins. */
  on(operation: string, answer: Answerer | SiteAnswer | typeof NEVER): this {
    this.answers.delete(operation);
    this.answers.set(operation, typeof answer === 'function' ? answer : () => answer);
    return this;
  }

  /** Forgets an answer. */
  off(operation: string): void {
    this.answers.delete(operation);
  }

  /** Requests of an operation: `POST /me`. */
  requestsOf(operation: string): SiteRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === operation);
  }

  /** Forgets every answer and request, and ends the streams. */
  reset(): void {
    this.answers.clear();
    this.requests.length = 0;
    this.cutStreams();
  }

  /** Sends a snapshot to whoever listens. */
  emit(topic: string, data: unknown): void {
    for (const stream of this.streams) {
      stream.write(`data: ${JSON.stringify({ topic, at: new Date().toISOString(), data })}\n\n`);
    }
  }

  get listeners(): number {
    return this.streams.size;
  }

  cutStreams(): void {
    for (const stream of this.streams) {
      stream.destroy();
    }
    this.streams.clear();
  }

  async close(): Promise<void> {
    this.cutStreams();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    if (url.pathname === '/violations') {
      this.violations.push((await readBody(request)).slice(0, 2000));
      response.writeHead(204).end();
    } else if (url.pathname.startsWith(`${API}/`)) {
      await this.answer(url, request, response);
    } else if (url.pathname.startsWith('/m/')) {
      const shade = Number.parseInt(url.pathname.slice('/m/'.length, '/m/'.length + 2), 16);
      response.writeHead(200, { 'content-type': 'image/png' }).end(png({ width: 600, height: 200, shade }));
    } else if (url.pathname.startsWith('/panel/assets/')) {
      const file = await readFile(join(BUILT, url.pathname.slice('/panel'.length)));
      // Kept for a year, as by the gateway: a browser that may keep a script keeps what it compiled of it too.
      response
        .writeHead(200, {
          'content-type': TYPES[extname(url.pathname)] ?? 'application/octet-stream',
          'cache-control': YEAR,
        })
        .end(file);
    } else if (url.pathname === '/panel/mail-frame') {
      const pictures = url.searchParams.get('pictures') === '1' ? ' https: http:' : '';
      const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:${pictures}; sandbox allow-same-origin; report-uri /violations`;
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end('<!doctype html><html><head><title>Mail</title></head><body></body></html>');
    } else if (url.pathname.startsWith('/panel')) {
      await servePage(response);
    } else {
      response.writeHead(404).end();
    }
  }

  private async answer(url: URL, message: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(message);
    const request: SiteRequest = {
      method: message.method ?? 'GET',
      path: decodeURIComponent(url.pathname.slice(API.length)),
      search: url.searchParams,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      headers: message.headers,
    };
    this.requests.push(request);
    const answerer = this.answererOf(`${request.method} ${request.path}`);
    if (request.path === '/live' && answerer === undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
      this.streams.add(response);
      response.once('close', () => this.streams.delete(response));
      return;
    }
    const answer = (await answerer?.(request)) ?? refusal(404, 'NOT_FOUND', 'There is no such thing.');
    if (answer === NEVER) {
      return;
    }
    const { status = 200, body, page, pieces, headers = {} } = answer;
    if (pieces !== undefined) {
      response.writeHead(status, { 'content-type': 'text/csv; charset=utf-8', ...headers });
      await pipeline(Readable.from(pieces), response).catch(() => undefined);
      return;
    }
    const type = page === undefined ? 'application/json' : 'text/html; charset=utf-8';
    response
      .writeHead(status, { 'content-type': type, 'x-herald-build': 'test', ...headers })
      .end(page ?? (body === undefined ? undefined : JSON.stringify(body)));
  }

  private answererOf(operation: string): Answerer | undefined {
    const entry = [...this.answers]
      .toReversed()
      .find(([name]) => (name.endsWith('*') ? operation.startsWith(name.slice(0, -1)) : name === operation));
    return entry?.[1];
  }
}

/** A refusal in the shape of the interface. */
export function refusal(status: number, code: string, text: string): SiteAnswer {
  return { status, body: { requestId: 'req-4711', problems: [{ path: '', code, text }] } };
}

/** The policy of the panel's page, with a place where violations are reported. */
async function servePage(response: ServerResponse): Promise<void> {
  const nonce = 'dGVzdC1ub25jZQ';
  const page = await readFile(join(BUILT, 'index.html'), 'utf8');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'report-uri /violations',
  ].join('; ');
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    })
    .end(page.replaceAll('__NONCE__', nonce));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) {
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
}
