import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { toErrorWords } from '../faults/provider-words.js';
import type { Exchange, ExchangeFailure } from './http2-exchange.js';
import type { Http2Session, Http2Target, SessionOwner } from './http2-session.js';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = constants;

/**
 * A session of `node:http2`. Node may miss the reset of a connection when a write is the first to notice it
 * (nodejs/node#61304).
 */
export class NodeSession implements Http2Session {
  private readonly session: ClientHttp2Session;
  private readonly streams = new Map<Exchange, ClientHttp2Stream>();
  private lastStreamId = Number.POSITIVE_INFINITY;
  private failure: ExchangeFailure | undefined;

  constructor(
    target: Http2Target,
    private readonly owner: SessionOwner,
  ) {
    this.session = connect(target.origin, { ca: target.ca, settings: { enablePush: false } });
    this.session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      owner.onSettings(maxConcurrentStreams ?? Number.POSITIVE_INFINITY);
    });
    this.session.on('goaway', (_code, lastStreamId) => {
      this.lastStreamId = Math.min(this.lastStreamId, lastStreamId);
      owner.onGoaway();
    });
    this.session.on('error', (error) => {
      this.failure = toFailure(error);
    });
    this.session.on('close', () => owner.onEnd(this.failure));
  }

  get isOpen(): boolean {
    return !this.session.closed;
  }

  get isEnded(): boolean {
    return this.session.destroyed;
  }

  request(exchange: Exchange): void {
    const stream = this.session.request({ ...exchange.headers(), ...exchange.personalHeaders() });
    this.streams.set(exchange, stream);
    stream.on('response', (headers) => {
      const status = headers[':status'] ?? 0;
      exchange.takeHead(status, headers);
      this.owner.onHead(exchange);
      if (status >= 200 && status < 300) {
        stream.resume();
      } else {
        stream.on('data', (chunk: Buffer) => exchange.appendBody(chunk));
      }
    });
    stream.on('error', (error) => {
      exchange.failure = toFailure(error);
    });
    stream.on('close', () => {
      this.streams.delete(exchange);
      exchange.failure ??= this.failure;
      this.owner.onStreamEnd(exchange, this.isUnprocessed(stream));
    });
    stream.end(exchange.body());
  }

  cancel(exchange: Exchange): void {
    this.streams.get(exchange)?.close(NGHTTP2_CANCEL);
  }

  ping(onAnswer: () => void): void {
    this.session.ping((error) => {
      if (error === null) {
        onAnswer();
      }
    });
  }

  close(): void {
    this.session.close();
  }

  destroy(code: string, message: string): void {
    this.session.destroy(Object.assign(new Error(message), { code }));
  }

  forgive(): void {
    // nghttp2 has measures of its own.
  }

  /** RFC 9113, 6.8 and 8.7: a refused stream was not processed, nor one above the last stream id of GOAWAY. */
  private isUnprocessed({ rstCode, id }: ClientHttp2Stream): boolean {
    return rstCode === NGHTTP2_REFUSED_STREAM || id === undefined || id > this.lastStreamId;
  }
}

function toFailure(error: Error): ExchangeFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, words: toErrorWords(error) };
}
