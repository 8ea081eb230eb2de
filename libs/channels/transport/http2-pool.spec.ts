import { once } from 'node:events';
import {
  constants,
  createServer,
  type Http2Server,
  type Http2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Exchange, type ExchangeFailure } from './http2-exchange.js';
import { HTTP2_LIMITS, Http2Pool, type Http2Limits } from './http2-pool.js';

/** A message that records how it ended. */
class RecordedExchange extends Exchange {
  readonly end: Promise<string>;
  isSendable = true;
  private settle: (outcome: string) => void = () => undefined;

  constructor(readonly name = 'x') {
    super();
    this.end = new Promise((resolve) => (this.settle = resolve));
  }
  shouldSend(): boolean {
    if (!this.isSendable) {
      this.settle('unwanted');
    }
    return this.isSendable;
  }
  headers() {
    return { ':method': 'POST', ':path': `/${this.name}` };
  }
  body(): string {
    return 'body';
  }
  onAnswer(status: number, _headers: object, body: string): void {
    this.settle(`${status}${body}`);
  }
  onUnsent(): void {
    this.settle('unsent');
  }
  onLost({ code }: ExchangeFailure): void {
    this.settle(code === 'SILENT' ? 'lost SILENT' : 'lost');
  }
}

const createExchanges = (count: number): RecordedExchange[] =>
  Array.from({ length: count }, (_, index) => new RecordedExchange(String(index)));
const waitForEnds = (all: readonly RecordedExchange[]): Promise<string[]> =>
  Promise.all(all.map((exchange) => exchange.end));

describe.each(['own', 'node'] as const)('Http2Pool with the client %s', (client) => {
  const servers: Server[] = [];
  const sessions: ServerHttp2Session[] = [];
  const pools: Http2Pool[] = [];

  async function serve(server: Http2Server | Server): Promise<string> {
    servers.push(server);
    server.on('session', (session: ServerHttp2Session) => sessions.push(session));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address: AddressInfo | string | null = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }
  function poolFor(origin: string, limits: Partial<Http2Limits> = {}): Http2Pool {
    const pool = new Http2Pool({ origin }, { ...HTTP2_LIMITS, client, ...limits });
    pools.push(pool);
    return pool;
  }
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
    sessions.splice(0).forEach((session) => session.destroy());
    servers.splice(0).forEach((server) => server.close());
  });

  it("Http2Pool keeps to the peer's limit of streams and to its own limit of connections", async () => {
    const server = createServer({ settings: { maxConcurrentStreams: 3 } });
    const busy = new Map<Http2Session | undefined, number>();
    let maxOpen = 0;
    server.on('stream', (stream: ServerHttp2Stream) => {
      const { session } = stream;
      busy.set(session, (busy.get(session) ?? 0) + 1);
      maxOpen = Math.max(maxOpen, busy.get(session) ?? 0);
      setTimeout(() => {
        busy.set(session, (busy.get(session) ?? 0) - 1);
        stream.respond({ ':status': 200 }, { endStream: true });
      }, 2);
    });
    const all = createExchanges(120);
    poolFor(await serve(server), { connections: 2 }).submit(all);
    expect(new Set(await waitForEnds(all))).toEqual(new Set(['200']));
    expect(maxOpen).toBe(3);
    expect(busy.size).toBe(2);
  });

  it('Http2Pool keeps to its limit of streams in flight', async () => {
    const server = createServer();
    let open = 0;
    let maxOpen = 0;
    server.on('stream', (stream: ServerHttp2Stream) => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      setTimeout(() => {
        open -= 1;
        stream.respond({ ':status': 200 }, { endStream: true });
      }, 2);
    });
    const all = createExchanges(50);
    poolFor(await serve(server), { inFlight: 7 }).submit(all);
    await waitForEnds(all);
    expect(maxOpen).toBe(7);
  });

  it('Http2Pool sends urgent requests before waiting ones, and above the limit', async () => {
    const server = createServer();
    const open: ServerHttp2Stream[] = [];
    const came: string[] = [];
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      came.push(headers[':path'] ?? '');
      open.push(stream);
    });
    const pool = poolFor(await serve(server), { inFlight: 2 });
    const bulk = createExchanges(4);
    pool.submit(bulk);
    await expect.poll(() => came).toEqual(['/0', '/1']);
    const code = new RecordedExchange('code');
    pool.submit([code], true);
    await expect.poll(() => came).toEqual(['/0', '/1', '/code']);
    const answer = (): void =>
      open.splice(0).forEach((stream) => stream.respond({ ':status': 200 }, { endStream: true }));
    answer();
    expect(await code.end).toBe('200');
    await expect.poll(() => came).toEqual(['/0', '/1', '/code', '/2', '/3']);
    answer();
    expect(await waitForEnds(bulk)).toEqual(['200', '200', '200', '200']);
  });

  it('Http2Pool returns the body of a refusal and skips requests that are no longer wanted', async () => {
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 418 });
      stream.end(' teapot');
    });
    const all = createExchanges(3);
    const [, second] = all;
    if (second) {
      second.isSendable = false;
    }
    poolFor(await serve(server)).submit(all);
    expect(await waitForEnds(all)).toEqual(['418 teapot', 'unwanted', '418 teapot']);
  });

  it('Http2Pool learns from a GOAWAY with an error which streams were not processed', async () => {
    const server = createServer();
    let seen = 0;
    server.on('stream', (stream: ServerHttp2Stream) => {
      stream.on('error', () => undefined);
      seen += 1;
      if (seen === 4) {
        // The GOAWAY names streams 1 and 3 as processed, not 5 and 7.
        stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR, 3);
      }
    });
    const all = createExchanges(4);
    poolFor(await serve(server), { deadlineMs: 500 }).submit(all);
    expect(await waitForEnds(all)).toEqual(['lost', 'lost', 'unsent', 'unsent']);
  });

  it('Http2Pool treats a refused stream as unsent and a cancelled stream as lost', async () => {
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream, headers) => {
      stream.on('error', () => undefined);
      stream.close(headers[':path'] === '/0' ? constants.NGHTTP2_REFUSED_STREAM : constants.NGHTTP2_CANCEL);
    });
    const all = createExchanges(2);
    poolFor(await serve(server)).submit(all);
    expect(await waitForEnds(all)).toEqual(['unsent', 'lost']);
  });

  it('Http2Pool gives up at once on a server that closes before it sends anything', async () => {
    let connections = 0;
    const server = createPlainServer((socket: Socket) => {
      connections += 1;
      socket.destroy();
    });
    const all = createExchanges(5);
    poolFor(await serve(server)).submit(all);
    expect(await waitForEnds(all)).toEqual(new Array(5).fill('unsent'));
    expect(connections).toBe(1);
  });

  it('Http2Pool replaces a connection that breaks before its first answer, a limited number of times', async () => {
    const server = createServer({ settings: { maxConcurrentStreams: 2 } });
    let broken = 0;
    server.on('session', (session: ServerHttp2Session) => {
      session.on('stream', (stream) => stream.on('error', () => undefined));
      session.once('stream', () => {
        broken += 1;
        session.destroy();
      });
    });
    const all = createExchanges(20);
    poolFor(await serve(server)).submit(all);
    const settled = await waitForEnds(all);
    expect(broken).toBe(3);
    expect(settled.filter((outcome) => outcome === 'lost')).toHaveLength(6);
    expect(settled.filter((outcome) => outcome === 'unsent')).toHaveLength(14);
  });

  it('Http2Pool gives up on a server that never sends its settings', async () => {
    const sockets: Socket[] = [];
    const server = createPlainServer((socket: Socket) => sockets.push(socket));
    const all = createExchanges(2);
    poolFor(await serve(server), { connectMs: 50 }).submit(all);
    expect(await waitForEnds(all)).toEqual(['unsent', 'unsent']);
    sockets.forEach((socket) => socket.destroy());
  });

  it('Http2Pool gives up a connection that answers neither streams nor a ping, long before the deadline', async () => {
    // Sends its SETTINGS (an empty frame of type 4) and nothing more, as a dead route does.
    const server = createPlainServer((socket: Socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    });
    const first = createExchanges(1);
    poolFor(await serve(server), { deadlineMs: 600_000, silenceMs: 20 }).submit(first);
    expect(await waitForEnds(first)).toEqual(['lost SILENT']);
  });

  it('Http2Pool waits for a slow answer as long as pings are answered', async () => {
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream) => {
      setTimeout(() => stream.respond({ ':status': 200 }, { endStream: true }), 300);
    });
    const all = createExchanges(2);
    poolFor(await serve(server), { deadlineMs: 600, silenceMs: 20, connectMs: 5000 }).submit(all);
    expect(await waitForEnds(all)).toEqual(['200', '200']);
  });

  it('Http2Pool uses another connection after a call of retire', async () => {
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream) => stream.respond({ ':status': 200 }, { endStream: true }));
    const pool = poolFor(await serve(server));
    for (let round = 0; round < 2; round += 1) {
      const all = createExchanges(3);
      pool.submit(all);
      expect(await waitForEnds(all)).toEqual(['200', '200', '200']);
      pool.retire();
    }
    expect(sessions).toHaveLength(2);
  });

  it('Http2Pool closes when all requests that it accepted have settled', async () => {
    const server = createServer();
    const answer: (() => void)[] = [];
    server.on('stream', (stream: ServerHttp2Stream) => {
      answer.push(() => stream.respond({ ':status': 200 }, { endStream: true }));
    });
    const pool = poolFor(await serve(server));
    const all = createExchanges(1);
    pool.submit(all);
    while (answer.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    answer.forEach((respond) => respond());
    expect(await waitForEnds(all)).toEqual(['200']);
    await closed;
  });
});
