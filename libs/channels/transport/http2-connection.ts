import { connect, constants, type ClientHttp2Session } from 'node:http2';
import { toErrorWords } from '../faults/provider-words.js';
import type { Exchange, ExchangeFailure } from './http2-exchange.js';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = constants;
/** Pause between two pings on an idle connection, as Apple recommends. */
const IDLE_PING_MS = 60_000;
const CLOSED: ExchangeFailure = { code: 'CLOSED' };

export interface Http2Target {
  /** `https://host:port` */
  origin: string;
  /** PEM of the trusted authority; absent: the public ones. */
  ca?: string;
}

/** Events of a connection for its pool. */
export interface ConnectionOwner {
  /** Called right before the exchange itself learns its end. */
  onExchangeEnd(exchange: Exchange): void;
  /** Another stream may fit now. */
  onCapacity(): void;
  /** The connection is closed. */
  onClose(connection: Http2Connection, failure: ExchangeFailure): void;
}

/**
 * One HTTP/2 connection. It opens streams only after the first SETTINGS of the peer, because Node would allow itself
 * 100 before, and never more than they allow. After GOAWAY, an error or a missed deadline it is retired: streams in
 * flight finish, and new ones use another connection. A silent connection is pinged and then closed. Node may miss the
 * reset of a connection when a write is the first to notice it (nodejs/node#61304).
 */
export class Http2Connection {
  /** Whether the peer has answered any stream. Until then the pool opens no second connection. */
  hasAnswered = false;
  isReady = false;
  isRetired = false;
  private openStreams = 0;
  private peerLimit = 0;
  private lastStreamId = Number.POSITIVE_INFINITY;
  private lastAnswerAt = 0;
  private failure: ExchangeFailure | undefined;
  private isPinging = false;
  private silentChecks = 0;
  private readonly session: ClientHttp2Session;
  private readonly timers: NodeJS.Timeout[];

  constructor(
    target: Http2Target,
    private readonly owner: ConnectionOwner,
    private readonly limits: { connectMs: number; deadlineMs: number },
  ) {
    this.session = connect(target.origin, { ca: target.ca, settings: { enablePush: false } });
    this.timers = [
      setTimeout(() => this.failConnecting(), limits.connectMs),
      setInterval(() => this.pingWhenIdle(), IDLE_PING_MS).unref(),
    ];
    this.session.on('remoteSettings', (settings) => {
      this.peerLimit = settings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
      this.isReady = true;
      clearTimeout(this.timers[0]);
      owner.onCapacity();
    });
    this.session.on('goaway', (_code, lastStreamId) => {
      this.lastStreamId = Math.min(this.lastStreamId, lastStreamId);
      this.isRetired = true;
      owner.onCapacity();
    });
    this.session.on('error', (error) => {
      this.failure = toFailure(error);
    });
    this.session.on('close', () => {
      this.isRetired = true;
      this.timers.forEach((timer) => clearTimeout(timer));
      owner.onClose(this, this.failure ?? CLOSED);
    });
  }

  get hasCapacity(): boolean {
    return this.isReady && !this.isRetired && !this.session.destroyed && this.openStreams < this.peerLimit;
  }

  start(exchange: Exchange): void {
    const stream = this.session.request(exchange.headers());
    exchange.stream = stream;
    exchange.startedAt = performance.now();
    this.openStreams += 1;
    stream.on('response', (headers) => {
      const status = headers[':status'] ?? 0;
      this.silentChecks = 0;
      exchange.status = status;
      exchange.responseHeaders = headers;
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
      this.openStreams -= 1;
      if (!exchange.isSettled) {
        this.finish(exchange);
      }
      this.owner.onCapacity();
    });
    stream.end(exchange.body());
  }

  /** Cancels a stream after its deadline. A connection without an answer since the start of that stream is retired. */
  abandon(exchange: Exchange): void {
    exchange.stream?.close(NGHTTP2_CANCEL);
    if (this.lastAnswerAt < exchange.startedAt) {
      this.retire();
    }
  }

  /**
   * Called at a fixed interval while messages are in flight. It counts calls instead of time: a process that was held
   * up does not blame the peer, because it has read everything between two calls.
   *
   * @param maxSilentChecks  calls without an answer before a ping, and again before the connection is closed
   */
  checkSilence(maxSilentChecks: number): void {
    if (!this.isReady || this.openStreams === 0 || this.session.destroyed) {
      this.silentChecks = 0;
      return;
    }
    this.silentChecks += 1;
    if (this.silentChecks === maxSilentChecks) {
      this.ping();
    } else if (this.silentChecks >= 2 * maxSilentChecks) {
      this.destroy('SILENT', 'The peer answered neither streams nor a ping');
    }
  }

  /** Opens no new streams. The connection closes after those in flight, at the latest after one deadline. */
  retire(): void {
    if (!this.session.closed) {
      this.isRetired = true;
      this.session.close();
      this.timers.push(setTimeout(() => this.session.destroy(), this.limits.deadlineMs).unref());
    }
  }

  private finish(exchange: Exchange): void {
    this.owner.onExchangeEnd(exchange);
    if (exchange.status !== 0) {
      this.hasAnswered = true;
      this.lastAnswerAt = performance.now();
      exchange.onAnswer(exchange.status, exchange.responseHeaders ?? {}, exchange.responseBody());
    } else if (this.isUnprocessed(exchange)) {
      exchange.onUnsent(exchange.failure ?? { code: 'REFUSED_STREAM' });
    } else {
      exchange.onLost(exchange.failure ?? this.failure ?? CLOSED);
    }
  }

  /** RFC 9113, 6.8 and 8.7: a refused stream was not processed, nor one above the last stream id of GOAWAY. */
  private isUnprocessed(exchange: Exchange): boolean {
    const { stream } = exchange;
    return stream?.rstCode === NGHTTP2_REFUSED_STREAM || stream?.id === undefined || stream.id > this.lastStreamId;
  }

  private failConnecting(): void {
    this.destroy('ETIMEDOUT', 'The connection was not ready in time');
  }

  private pingWhenIdle(): void {
    if (!this.isReady || this.openStreams > 0 || this.session.destroyed) {
      return;
    }
    if (this.isPinging) {
      this.destroy('SILENT', 'The peer did not answer a ping');
    } else {
      this.ping();
    }
  }

  private ping(): void {
    this.isPinging = true;
    this.session.ping((error) => {
      if (error === null) {
        this.isPinging = false;
        this.silentChecks = 0;
      }
    });
  }

  private destroy(code: string, message: string): void {
    this.session.destroy(Object.assign(new Error(message), { code }));
  }
}

function toFailure(error: Error): ExchangeFailure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { code, words: toErrorWords(error) };
}
