import { connect, constants, type ClientHttp2Session } from 'node:http2';
import type { Exchange } from './http2-exchange.js';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = constants;
/** Pause between two signs of life on an idle connection, which Apple asks for. */
const IDLE_PING_MS = 60_000;

export interface Http2Target {
  /** `https://host:port` */
  origin: string;
  /** PEM of the authority to trust instead of the public ones. */
  ca?: string;
}

/** What a link tells its pool. */
export interface ConnectionOwner {
  /** An exchange came to its end on this link; it is not yet told. */
  onExchangeEnd(exchange: Exchange): void;
  /** There may be room for another stream. */
  onCapacity(): void;
  /** The connection is gone. */
  onClose(connection: Http2Connection, code: string): void;
}

/**
 * One HTTP/2 connection. It takes streams only after the peer's first SETTINGS (before them Node would allow itself 100)
 * and never more than they allow. GOAWAY, an error or a missed deadline retires it: streams in flight finish, new ones go
 * elsewhere. Silence is asked about by PING and ends it: Node may not tell of a reset connection at all when a write is
 * the first to see it (nodejs/node#61304), and a network that swallows everything tells nobody.
 */
export class Http2Connection {
  /** Whether the peer has answered any stream: an unproved link gets no company and no second chance. */
  hasAnswered = false;
  isReady = false;
  isRetired = false;
  private openStreams = 0;
  private peerLimit = 0;
  private lastStreamId = Number.POSITIVE_INFINITY;
  private lastAnswerAt = 0;
  private failure: string | undefined;
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
      this.failure = errorCode(error);
    });
    this.session.on('close', () => {
      this.isRetired = true;
      this.timers.forEach((timer) => clearTimeout(timer));
      owner.onClose(this, this.failure ?? 'CLOSED');
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
      exchange.failure = errorCode(error);
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

  /** Lets go of a stream that outlived its deadline. A link that has not answered anything since it began is retired. */
  abandon(exchange: Exchange): void {
    exchange.stream?.close(NGHTTP2_CANCEL);
    if (this.lastAnswerAt < exchange.startedAt) {
      this.retire();
    }
  }

  /**
   * Called again and again while messages are under way. Counting calls and not time keeps a process that was itself
   * held up from blaming the peer: between two calls everything that had arrived was read.
   *
   * @param maxSilentChecks  calls without an answer before the peer is asked, and again before it is given up
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

  /** No new streams; the connection closes when those in flight are done, at the latest after one deadline. */
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
      exchange.onUnsent(exchange.failure ?? 'REFUSED_STREAM');
    } else {
      exchange.onLost(exchange.failure ?? this.failure ?? 'CLOSED');
    }
  }

  /** RFC 9113, 6.8 and 8.7: a refused stream, and one above GOAWAY's last stream id, was not processed. */
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

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
