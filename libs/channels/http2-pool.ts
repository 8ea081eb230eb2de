import type { Exchange } from './http2-exchange.js';
import { Http2Link, type Http2Target, type LinkOwner } from './http2-link.js';

export interface Http2Limits {
  /** A stream without an answer settles as lost after this; a message that never got a stream settles as unsent. */
  deadlineMs: number;
  /** Streams in flight, all connections together. */
  inFlight: number;
  /** Connections at most. FCM allows 100 streams on each. */
  connections: number;
  /** Time until a new connection must have the peer's SETTINGS. */
  connectMs: number;
  /** A connection with streams in flight that is silent for this long is asked for a sign of life, and for as long again waited for. */
  silenceMs: number;
}

export const HTTP2_LIMITS: Http2Limits = {
  deadlineMs: 15_000,
  inFlight: 300,
  connections: 4,
  connectMs: 10_000,
  silenceMs: 2000,
};

/** Streams that urgent messages may have above the cap: it is full for as long as a campaign runs. */
const URGENT_STREAMS = 50;

/** Connections in a row that may break before their first answer. */
const BROKEN_LIMIT = 3;

/**
 * A few HTTP/2 connections to one origin, shared by all batches of one account. More messages than the cap allows wait
 * in order, the urgent ones apart and first. It repeats nothing: what a lost stream means is for the caller. One timer
 * serves all deadlines, because all are of one length and so expire in the order of their start.
 */
export class Http2Pool implements LinkOwner {
  private readonly links = new Set<Http2Link>();
  private readonly flying = new Map<Exchange, Http2Link>();
  private readonly urgent = new WaitingLine();
  private readonly waiting = new WaitingLine();
  private sweeper: NodeJS.Timeout | undefined;
  private whenIdle: (() => void)[] = [];
  private broken = 0;
  private readonly sweepMs: number;
  private readonly patience: number;

  constructor(
    private readonly target: Http2Target,
    private readonly limits: Http2Limits,
  ) {
    this.sweepMs = Math.max(5, Math.min(250, limits.deadlineMs / 10));
    this.patience = Math.max(2, Math.ceil(limits.silenceMs / this.sweepMs));
  }

  /** Takes messages in; each is told its end by its own methods. Urgent ones go before what waits. */
  submit(exchanges: Iterable<Exchange>, isUrgent = false): void {
    const now = performance.now();
    const line = isUrgent ? this.urgent : this.waiting;
    for (const exchange of exchanges) {
      exchange.isUrgent = isUrgent;
      exchange.queuedAt = now;
      line.push(exchange);
    }
    this.sweeper ??= setInterval(() => this.sweep(), this.sweepMs);
    this.room();
  }

  /** Begins anew on other connections, once those in flight are done on the present ones. */
  retire(): void {
    this.links.forEach((link) => link.retire());
  }

  /** Resolves when everything taken in has settled and the connections are told to close. */
  async close(): Promise<void> {
    if (!this.isIdle()) {
      await new Promise<void>((resolve) => this.whenIdle.push(resolve));
    }
    this.retire();
  }

  ended(exchange: Exchange): void {
    exchange.isSettled = true;
    this.flying.delete(exchange);
  }

  room(): void {
    this.startFrom(this.urgent, this.limits.inFlight + URGENT_STREAMS);
    this.startFrom(this.waiting, this.limits.inFlight);
    if (this.sweeper !== undefined && this.isIdle()) {
      this.rest();
    }
  }

  down(link: Http2Link, code: string): void {
    this.links.delete(link);
    this.broken = link.isProved ? 0 : this.broken + 1;
    const isHopeless = !this.usable().some((each) => each.isProved) && (!link.isReady || this.broken >= BROKEN_LIMIT);
    if (!link.isProved && isHopeless) {
      // Another connection would fail like this one: those who wait try another time.
      this.broken = 0;
      this.flush(() => true, code);
    }
    this.room();
  }

  private startFrom(line: WaitingLine, most: number): void {
    while (line.front !== undefined && this.flying.size < most) {
      const link = this.linkWithRoom();
      if (link === undefined) {
        break;
      }
      const exchange = line.next();
      if (exchange?.wanted()) {
        this.start(exchange, link);
      }
    }
  }

  private start(exchange: Exchange, link: Http2Link): void {
    this.flying.set(exchange, link);
    try {
      link.start(exchange);
    } catch (error) {
      // Node refuses a request on a session that has just ended; nothing was written.
      this.ended(exchange);
      exchange.unsent(error instanceof Error && 'code' in error ? String(error.code) : 'REQUEST_REFUSED');
    }
  }

  private linkWithRoom(): Http2Link | undefined {
    for (const link of this.links) {
      if (link.hasRoom) {
        return link;
      }
    }
    const usable = this.usable();
    if (usable.length < this.limits.connections && usable.every((link) => link.isProved)) {
      this.links.add(new Http2Link(this.target, this, this.limits));
    }
    return undefined;
  }

  private usable(): Http2Link[] {
    return [...this.links].filter((link) => !link.isRetired);
  }

  private sweep(): void {
    const before = performance.now() - this.limits.deadlineMs;
    for (const [exchange, link] of this.flying) {
      if (exchange.startedAt > before) {
        break;
      }
      this.expire(exchange, link);
    }
    this.flush((exchange) => exchange.queuedAt <= before, 'QUEUE_TIMEOUT');
    this.links.forEach((link) => link.beat(this.patience));
    this.room();
  }

  private expire(exchange: Exchange, link: Http2Link): void {
    this.ended(exchange);
    link.abandon(exchange);
    if (exchange.status === 0) {
      exchange.lost('TIMEOUT');
    } else {
      exchange.answered(exchange.status, exchange.responseHeaders ?? {}, exchange.responseBody());
    }
  }

  /** Settles waiting messages from the front while they match. */
  private flush(matches: (exchange: Exchange) => boolean, code: string): void {
    for (const line of [this.urgent, this.waiting]) {
      for (let { front } = line; front !== undefined && matches(front); { front } = line) {
        line.next();
        front.unsent(code);
      }
    }
  }

  private isIdle(): boolean {
    return this.flying.size === 0 && this.urgent.front === undefined && this.waiting.front === undefined;
  }

  private rest(): void {
    clearInterval(this.sweeper);
    this.sweeper = undefined;
    this.whenIdle.forEach((resolve) => resolve());
    this.whenIdle = [];
  }
}

/** Messages that wait, in order. */
class WaitingLine {
  private all: Exchange[] = [];
  private head = 0;

  get front(): Exchange | undefined {
    return this.all[this.head];
  }

  push(exchange: Exchange): void {
    this.all.push(exchange);
  }

  /** Takes the one at the front. */
  next(): Exchange | undefined {
    const exchange = this.all[this.head];
    this.head += 1;
    if (this.head >= this.all.length) {
      this.all = [];
      this.head = 0;
    }
    return exchange;
  }
}
