import { once } from 'node:events';
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { splitFields, toBody } from './test/request-head.js';
import { seeded } from '../../test/support/rooms/seeded-random.js';
import { ClientConnection } from './client-connection.js';
import { ERROR_CODES } from './frames.js';

const REQUESTS = 400;

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  code: string | undefined;
}

/** Node's implementation, nghttp2, is strict: it resets what is not allowed, and decodes what we encode. */
describe.each<[name: string, settings: Settings]>([
  ['usual settings', {}],
  ['no table of headers', { headerTableSize: 0 }],
  ['a small table of headers', { headerTableSize: 100 }],
  ['a large table of headers', { headerTableSize: 65_536 }],
  ['windows of one byte', { initialWindowSize: 1 }],
  ['small windows', { initialWindowSize: 1000 }],
  ['large frames', { maxFrameSize: 2 ** 24 - 1, initialWindowSize: 2 ** 20 }],
])('Server with %s', (_name, serverSettings) => {
  let server: Http2Server;
  let session: ServerHttp2Session | undefined;
  let client: ClientConnection;

  afterEach(async () => {
    client.destroy({ code: 'CLOSED' }, 'NO_ERROR');
    session?.destroy();
    server.close();
    await once(server, 'close');
  });

  async function open(respond: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, body: string) => void) {
    server = createServer({ settings: serverSettings });
    server.on('session', (opened) => (session = opened));
    server.on('stream', (stream, headers) => {
      let body = '';
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
      stream.on('end', () => respond(stream, headers, body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    await new Promise<void>((resolve) => {
      client = new ClientConnection(socket, {
        onSettings: () => resolve(),
        onGoaway: () => undefined,
        onEnd: () => undefined,
      });
    });
  }

  function ask(fields: Record<string, string>, body: string, personal: string[]): Promise<Reply> {
    return new Promise((resolve) => {
      const reply: Reply = { status: 0, headers: {}, body: '', code: undefined };
      const head = { scheme: 'http', authority: 'example', ...splitFields(fields, personal) };
      client.request(head, toBody(body), {
        onHead: (status, headers) => Object.assign(reply, { status, headers }),
        onBody: (bytes) => (reply.body += bytes.toString('latin1')),
        onEnd: (ending) => resolve({ ...reply, code: ending?.code }),
      });
    });
  }

  it('The client and a Node server understand each other in random requests', async () => {
    const random = seeded(4);
    const below = (n: number): number => Math.floor(random() * n);
    const word = (most: number): string =>
      Array.from({ length: below(most) }, () => String.fromCharCode(33 + below(94))).join('');
    await open((stream, headers, body) => {
      const names = Object.keys(headers).filter((name) => name.startsWith('x-'));
      stream.respond({
        ':status': 200 + Number(headers['x-status']),
        'x-path': headers[':path'],
        ...Object.fromEntries(names.map((name) => [`r${name}`, headers[name]])),
      });
      stream.end(body);
    });
    const shared = Array.from({ length: 6 }, () => word(300));
    const replies = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, n) => {
        const fields: Record<string, string> = {
          ':method': 'POST',
          ':path': `/${n}`,
          'x-status': String(below(3)),
          'x-shared': shared[below(6)] ?? '',
          [`x-own-${below(30)}`]: word(200),
          ...(below(40) === 0 && { 'x-long': 'l'.repeat(20_000) }),
        };
        const body = word(below(20) === 0 ? 30_000 : 300);
        return { fields, body, reply: await ask(fields, body, [':path', 'x-status']) };
      }),
    );
    for (const { fields, body, reply } of replies) {
      const sent = Object.entries(fields).filter(([name]) => name.startsWith('x-'));
      expect(reply.code).toBeUndefined();
      expect(reply.status).toBe(200 + Number(fields['x-status']));
      expect(reply.body).toBe(body);
      expect(reply.headers['x-path']).toBe(fields[':path']);
      expect(sent.map(([name]) => reply.headers[`r${name}`])).toEqual(sent.map(([, value]) => value));
    }
  });

  it('Every request gets its own outcome when the server refuses, resets or answers requests', async () => {
    const random = seeded(5);
    await open((stream, headers) => {
      const kind = headers['x-kind'];
      if (kind === 'answer') {
        stream.additionalHeaders({ ':status': 103, link: '</a>' });
        stream.respond({ ':status': 400, 'set-cookie': ['a=1', 'b=2'] }, { waitForTrailers: true });
        stream.on('wantTrailers', () => stream.sendTrailers({ 'x-trailer': '1' }));
        stream.end('no');
      } else {
        stream.close(kind === 'refuse' ? ERROR_CODES.REFUSED_STREAM : ERROR_CODES.ENHANCE_YOUR_CALM);
      }
    });
    const kinds = Array.from({ length: 60 }, () => (['answer', 'refuse', 'reset'] as const)[Math.floor(random() * 3)]);
    const replies = await Promise.all(
      kinds.map((kind = 'answer') => ask({ ':method': 'POST', ':path': '/', 'x-kind': kind }, '', [])),
    );
    expect(replies.map(({ code, status, body }) => code ?? `${status} ${body}`)).toEqual(
      kinds.map((kind) => (kind === 'answer' ? '400 no' : kind === 'refuse' ? 'REFUSED_STREAM' : 'ENHANCE_YOUR_CALM')),
    );
    expect(replies.find(({ status }) => status === 400)?.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });
});
