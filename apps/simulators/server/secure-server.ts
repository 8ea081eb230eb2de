import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from 'node:http';
import { constants, createServer as createHttp2, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Readable } from 'node:stream';
import { createServer as createTls } from 'node:tls';
import type { Authority } from '#platform/authority';
import { handleRequest, type SimulatorContext, type HttpProtocol, type Reply, type Responder } from './exchange.js';
import { Sockets, type Listening } from './sockets.js';

export interface SecureServerOptions {
  authority: Authority;
  bind: string;
  port: number;
  versions: Array<'h2' | 'http/1.1'>;
  /** Streams at a time on one HTTP/2 connection, as the real provider announces it. */
  maxStreams?: number;
  protocol: HttpProtocol;
  context: SimulatorContext;
}

const EMPTY: Buffer = Buffer.alloc(0);
/** Longer than the idle time of any client, so that the server never closes a connection that is just reused. */
const IDLE_MS = 600_000;

/**
 * A TLS server for HTTP/2, HTTP/1.1 or both by ALPN (RFC 7301). HTTP/2 streams go directly to `handleRequest`: Node's
 * HTTP/1-like objects would double the cost of a request.
 */
export async function listenSecure(options: SecureServerOptions): Promise<Listening> {
  const { authority, versions, protocol, context } = options;
  const tls = createTls({ cert: authority.cert, key: authority.key, ALPNProtocols: versions });
  const sockets = new Sockets(tls);
  const http2 = createHttp2({ settings: { maxConcurrentStreams: options.maxStreams ?? 1000 }, maxSessionMemory: 64 });
  const http1 = createHttp1({ keepAliveTimeout: IDLE_MS, requestTimeout: 0 });
  http2.on('session', (session) => {
    session.on('error', () => undefined);
    serveSession(session, protocol, context, sockets);
  });
  http1.on('request', (request, response) => serveRequest(request, response, protocol, context, sockets));
  http1.on('clientError', (_, socket) => socket.destroy());
  tls.on('secureConnection', (socket) => (socket.alpnProtocol === 'h2' ? http2 : http1).emit('connection', socket));
  tls.on('tlsClientError', (_, socket) => socket.destroy());
  const port = await sockets.listen(options.port, options.bind);
  return { port, close: () => sockets.close() };
}

/**
 * RFC 9113, section 6.8: the client may repeat requests that a GOAWAY leaves out. So a GOAWAY refuses every stream that is
 * not accepted yet, and no stream is accepted afterwards.
 */
function serveSession(
  session: ServerHttp2Session,
  protocol: HttpProtocol,
  context: SimulatorContext,
  sockets: Sockets,
): void {
  const waiting = new Set<ServerHttp2Stream>();
  let lastAccepted = 0;
  let ending = false;
  session.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (ending) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    waiting.add(stream);
    stream.on('close', () => waiting.delete(stream));
    const responder: Responder = {
      tryAccept() {
        lastAccepted = Math.max(lastAccepted, stream.id ?? 0);
        return waiting.delete(stream);
      },
      reply(reply) {
        waiting.delete(stream);
        sendReply(stream, reply);
      },
      goaway(reply) {
        ending = true;
        if (session.destroyed) {
          return;
        }
        for (const pending of waiting) {
          pending.close(constants.NGHTTP2_REFUSED_STREAM);
        }
        waiting.clear();
        session.goaway(constants.NGHTTP2_NO_ERROR, lastAccepted);
        if (reply !== undefined) {
          sendReply(stream, reply);
        }
        session.close();
      },
      reset(scope) {
        if (scope === 'stream') {
          stream.close(constants.NGHTTP2_INTERNAL_ERROR);
        } else if (session.socket !== undefined) {
          sockets.reset(session.socket);
        }
      },
    };
    const host = headers[':authority'] ?? headers.host ?? '';
    collectBody(stream, protocol.maxBody, (body, size) => {
      const method = headers[':method'] ?? '';
      handleRequest(protocol, context, { method, path: headers[':path'] ?? '', headers, host, body, size }, responder);
    });
  });
}

function sendReply(stream: ServerHttp2Stream, reply: Reply): void {
  if (stream.destroyed || stream.closed) {
    return;
  }
  const headers = { ':status': reply.status, ...reply.headers };
  if (reply.body === undefined) {
    stream.respond(headers, { endStream: true });
  } else {
    stream.respond(headers);
    stream.end(reply.body);
  }
}

function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: HttpProtocol,
  context: SimulatorContext,
  sockets: Sockets,
): void {
  const write = (reply: Reply, headers?: Record<string, string>): void => {
    if (!response.destroyed) {
      const body = reply.body ?? '';
      const length = { 'content-length': Buffer.byteLength(body) };
      response.writeHead(reply.status, { ...reply.headers, ...headers, ...length }).end(body);
    }
  };
  const responder: Responder = {
    tryAccept: () => true,
    reply: write,
    goaway: (reply) => (reply === undefined ? sockets.end(request.socket) : write(reply, { connection: 'close' })),
    reset: () => sockets.reset(request.socket),
  };
  const { method = '', url: path = '', headers } = request;
  collectBody(request, protocol.maxBody, (body, size) => {
    handleRequest(protocol, context, { method, path, headers, host: headers.host ?? '', body, size }, responder);
  });
}

/** Reads a whole body and keeps its first `limit` bytes. An incomplete body gets no response. */
function collectBody(source: Readable, limit: number, done: (body: Buffer, size: number) => void): void {
  let body: Buffer = EMPTY;
  let size = 0;
  source.on('data', (chunk: Buffer) => {
    if (size < limit) {
      body = size === 0 ? chunk : Buffer.concat([body, chunk]);
    }
    size += chunk.length;
  });
  source.on('end', () => done(size > limit ? body.subarray(0, limit) : body, size));
}
