import type { Exchange, ExchangeFailure } from './http2-exchange.js';
import type { Http2Session, Http2Target, SessionOwner } from './http2-session.js';
import { NodeSession } from './node-session.js';
import { OwnSession } from './own-session.js';

/** Pause between two pings on an idle connection, as Apple recommends. */
const IDLE_PING_MS = 60_000;
const CLOSED: ExchangeFailure = { code: 'CLOSED' };

/** The implementations of the protocol: Herald's own, and the one of Node. */
export type Http2Client = 'own' | 'node';
const SESSIONS = { own: OwnSession, node: NodeSession };

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
 * One HTTP/2 connection. It opens streams only after the first SETTINGS of the peer, and never more than they allow. After
 * GOAWAY, an error or a missed deadline it is retired: streams in flight finish, and new ones use another connection. A
 * silent connection is pinged and then closed.
 */
export class Http2Connection implements SessionOwner {
  /** True if the peer has answered any stream. Until then the pool opens no second connection. */
  hasAnswered = false;
  isReady = false;
  isRetired = false;
  private openStreams = 0;
  private peerLimit = 0;
  private lastAnswerAt = 0;
  private isPinging = false;
  private silentChecks = 0;
  private readonly session: Http2Session;
  private readonly timers: NodeJS.Timeout[];

  constructor(
    target: Http2Target,
    private readonly owner: ConnectionOwner,
    private readonly limits: { connectMs: number; deadlineMs: number; client: Http2Client },
  ) {
    this.session = new SESSIONS[limits.client](target, this);
    this.timers = [
      setTimeout(() => this.failConnecting(), limits.connectMs),
      setInterval(() => this.pingWhenIdle(), IDLE_PING_MS).unref(),
    ];
  }

  get hasCapacity(): boolean {
    return this.isReady && !this.isRetired && this.session.isOpen && this.openStreams < this.peerLimit;
  }

  /** @throws Error when the session has just ended: nothing was sent */
  start(exchange: Exchange): void {
    this.session.request(exchange);
    exchange.startedAt = performance.now();
    this.openStreams += 1;
  }

  /** Cancels a stream after its deadline. A connection without an answer since the start of that stream is retired. */
  abandon(exchange: Exchange): void {
    this.session.cancel(exchange);
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
    this.session.forgive();
    if (!this.isReady || this.openStreams === 0 || this.session.isEnded) {
      this.silentChecks = 0;
      return;
    }
    this.silentChecks += 1;
    if (this.silentChecks === maxSilentChecks) {
      this.ping();
    } else if (this.silentChecks >= 2 * maxSilentChecks) {
      this.session.destroy('SILENT', 'The peer answered neither streams nor a ping');
    }
  }

  /** Opens no new streams. The connection closes after those in flight, at the latest after one deadline. */
  retire(): void {
    this.isRetired = true;
    if (this.session.isOpen) {
      this.timers.push(setTimeout(() => this.session.destroy('CLOSED', 'Retired'), this.limits.deadlineMs).unref());
      this.session.close();
    }
  }

  onSettings(maxStreams: number): void {
    this.peerLimit = maxStreams;
    this.isReady = true;
    clearTimeout(this.timers[0]);
    this.owner.onCapacity();
  }

  onGoaway(): void {
    this.isRetired = true;
    this.owner.onCapacity();
  }

  onHead(): void {
    this.silentChecks = 0;
  }

  onStreamEnd(exchange: Exchange, isUnprocessed: boolean): void {
    this.openStreams -= 1;
    if (!exchange.isSettled) {
      this.finish(exchange, isUnprocessed);
    }
    this.owner.onCapacity();
  }

  onEnd(failure: ExchangeFailure | undefined): void {
    this.isRetired = true;
    this.timers.forEach((timer) => clearTimeout(timer));
    this.owner.onClose(this, failure ?? CLOSED);
  }

  private finish(exchange: Exchange, isUnprocessed: boolean): void {
    this.owner.onExchangeEnd(exchange);
    if (exchange.status !== 0) {
      this.hasAnswered = true;
      this.lastAnswerAt = performance.now();
      exchange.onAnswer(exchange.status, exchange.responseHeaders ?? {}, exchange.responseBody());
    } else if (isUnprocessed) {
      exchange.onUnsent(exchange.failure ?? { code: 'REFUSED_STREAM' });
    } else {
      exchange.onLost(exchange.failure ?? CLOSED);
    }
  }

  private failConnecting(): void {
    this.session.destroy('ETIMEDOUT', 'The connection was not ready in time');
  }

  private pingWhenIdle(): void {
    this.session.forgive();
    if (!this.isReady || this.openStreams > 0 || this.session.isEnded) {
      return;
    }
    if (this.isPinging) {
      this.session.destroy('SILENT', 'The peer did not answer a ping');
    } else {
      this.ping();
    }
  }

  private ping(): void {
    this.isPinging = true;
    this.session.ping(() => {
      this.isPinging = false;
      this.silentChecks = 0;
    });
  }
}
