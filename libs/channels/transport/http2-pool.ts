import { Queue } from '#platform/collections';
import { toErrorWords } from '../faults/provider-words.js';
import type { Exchange, ExchangeFailure } from './http2-exchange.js';
import { type Http2Client, Http2Connection, type ConnectionOwner } from './http2-connection.js';
import type { Http2Target } from './http2-session.js';

export interface Http2Limits {
  /** A stream without an answer is lost after this time. A message without a stream is then unsent. */
  deadlineMs: number;
  /** Streams in flight over all connections. */
  inFlight: number;
  /** Maximum of connections. FCM allows 100 streams on each. */
  connections: number;
  /** Time in which a new connection must receive the SETTINGS of the peer. */
  connectMs: number;
  /**
   * A connection with streams in flight is pinged after this time without an answer, and closed after as long again.
   */
  silenceMs: number;
  /** The client that speaks the protocol. */
  client: Http2Client;
}

export const HTTP2_LIMITS: Http2Limits = {
  deadlineMs: 15_000,
  inFlight: 300,
  connections: 4,
  connectMs: 10_000,
  silenceMs: 2000,
  client: 'own',
};

/** Streams of urgent messages above the limit, which is reached as long as a campaign runs. */
const URGENT_EXTRA_STREAMS = 50;

/** Connections in a row that may fail before their first answer. */
const MAX_FAILED_CONNECTIONS = 3;

/**
 * A few HTTP/2 connections to one origin, shared by all batches of one account. Messages above the limit wait in order,
 * urgent ones in a queue of their own that goes first. The pool repeats nothing: the caller decides about a lost
 * stream. All deadlines have the same length, so they end in the order of their start and one timer is enough.
 */
export class Http2Pool implements ConnectionOwner {
  private readonly connections = new Set<Http2Connection>();
  private readonly inFlight = new Map<Exchange, Http2Connection>();
  private readonly urgent = new Queue<Exchange>();
  private readonly waiting = new Queue<Exchange>();
  private timer: NodeJS.Timeout | undefined;
  private idleListeners: (() => void)[] = [];
  private failedConnections = 0;
  private readonly checkMs: number;
  private readonly maxSilentChecks: number;

  constructor(
    private readonly target: Http2Target,
    private readonly limits: Http2Limits,
  ) {
    this.checkMs = Math.max(5, Math.min(250, limits.deadlineMs / 10));
    this.maxSilentChecks = Math.max(2, Math.ceil(limits.silenceMs / this.checkMs));
  }

  /** Queues messages. Each learns its end through its own methods. Urgent ones go first. */
  submit(exchanges: Iterable<Exchange>, isUrgent = false): void {
    const now = performance.now();
    const queue = isUrgent ? this.urgent : this.waiting;
    for (const exchange of exchanges) {
      exchange.isUrgent = isUrgent;
      exchange.queuedAt = now;
      queue.push(exchange);
    }
    this.timer ??= setInterval(() => this.checkDeadlines(), this.checkMs);
    this.onCapacity();
  }

  /** Opens new connections for new messages. The present ones close after their messages in flight. */
  retire(): void {
    this.connections.forEach((connection) => connection.retire());
  }

  /** Resolves when all messages have ended and the connections are closing. */
  async close(): Promise<void> {
    if (!this.isIdle()) {
      await new Promise<void>((resolve) => this.idleListeners.push(resolve));
    }
    this.retire();
  }

  onExchangeEnd(exchange: Exchange): void {
    exchange.isSettled = true;
    this.inFlight.delete(exchange);
  }

  onCapacity(): void {
    this.startFrom(this.urgent, this.limits.inFlight + URGENT_EXTRA_STREAMS);
    this.startFrom(this.waiting, this.limits.inFlight);
    if (this.timer !== undefined && this.isIdle()) {
      this.stopTimer();
    }
  }

  onClose(connection: Http2Connection, failure: ExchangeFailure): void {
    this.connections.delete(connection);
    this.failedConnections = connection.hasAnswered ? 0 : this.failedConnections + 1;
    const isHopeless =
      !this.usableConnections().some((candidate) => candidate.hasAnswered) &&
      (!connection.isReady || this.failedConnections >= MAX_FAILED_CONNECTIONS);
    if (!connection.hasAnswered && isHopeless) {
      // Another connection would fail as well: the waiting messages fail now and are retried later.
      this.failedConnections = 0;
      this.failWaiting(() => true, failure);
    }
    this.onCapacity();
  }

  private startFrom(queue: Queue<Exchange>, limit: number): void {
    while (queue.first !== undefined && this.inFlight.size < limit) {
      const connection = this.findConnection();
      if (connection === undefined) {
        break;
      }
      const exchange = queue.shift();
      if (exchange?.shouldSend()) {
        this.start(exchange, connection);
      }
    }
  }

  private start(exchange: Exchange, connection: Http2Connection): void {
    this.inFlight.set(exchange, connection);
    try {
      connection.start(exchange);
    } catch (error) {
      // Node refuses a request on a session that has just ended. Nothing was sent.
      this.onExchangeEnd(exchange);
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'REQUEST_REFUSED';
      exchange.onUnsent({ code, words: toErrorWords(error) });
    }
  }

  private findConnection(): Http2Connection | undefined {
    for (const connection of this.connections) {
      if (connection.hasCapacity) {
        return connection;
      }
    }
    const usable = this.usableConnections();
    if (usable.length < this.limits.connections && usable.every((connection) => connection.hasAnswered)) {
      this.connections.add(new Http2Connection(this.target, this, this.limits));
    }
    return undefined;
  }

  private usableConnections(): Http2Connection[] {
    return [...this.connections].filter((connection) => !connection.isRetired);
  }

  private checkDeadlines(): void {
    const expiredBefore = performance.now() - this.limits.deadlineMs;
    for (const [exchange, connection] of this.inFlight) {
      if (exchange.startedAt > expiredBefore) {
        break;
      }
      this.expire(exchange, connection);
    }
    this.failWaiting((exchange) => exchange.queuedAt <= expiredBefore, { code: 'QUEUE_TIMEOUT' });
    this.connections.forEach((connection) => connection.checkSilence(this.maxSilentChecks));
    this.onCapacity();
  }

  private expire(exchange: Exchange, connection: Http2Connection): void {
    this.onExchangeEnd(exchange);
    connection.abandon(exchange);
    if (exchange.status === 0) {
      exchange.onLost({ code: 'TIMEOUT' });
    } else {
      exchange.onAnswer(exchange.status, exchange.responseHeaders ?? {}, exchange.responseBody());
    }
  }

  /** Ends waiting messages from the front as long as they match. */
  private failWaiting(matches: (exchange: Exchange) => boolean, failure: ExchangeFailure): void {
    for (const queue of [this.urgent, this.waiting]) {
      for (let { first } = queue; first !== undefined && matches(first); { first } = queue) {
        queue.shift();
        first.onUnsent(failure);
      }
    }
  }

  private isIdle(): boolean {
    return this.inFlight.size === 0 && this.urgent.first === undefined && this.waiting.first === undefined;
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.idleListeners.forEach((resolve) => resolve());
    this.idleListeners = [];
  }
}
