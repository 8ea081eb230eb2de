import type { Exchange, ExchangeFailure } from './http2-exchange.js';

export interface Http2Target {
  /** `https://host:port` */
  origin: string;
  /** PEM of the trusted authority; absent: the public ones. */
  ca?: string;
}

/** Receives the events of a session. */
export interface SessionOwner {
  /** The peer takes this many streams at a time. The first call comes before any stream may be opened. */
  onSettings(maxStreams: number): void;
  /** The peer takes no more streams. */
  onGoaway(): void;
  /** The status of an exchange has come. */
  onHead(exchange: Exchange): void;
  /** @param isUnprocessed  the peer has not processed the request: it is safe to repeat */
  onStreamEnd(exchange: Exchange, isUnprocessed: boolean): void;
  /** The session has ended, after all its streams. @param failure  undefined: without a fault */
  onEnd(failure: ExchangeFailure | undefined): void;
}

/** The protocol of one HTTP/2 connection, by Node's implementation or by Herald's own. */
export interface Http2Session {
  /** Neither closing nor ended. */
  readonly isOpen: boolean;
  readonly isEnded: boolean;
  /** Sends a request. @throws Error on a session that takes no more: nothing was sent */
  request(exchange: Exchange): void;
  /** Resets the stream of an exchange. */
  cancel(exchange: Exchange): void;
  ping(onAnswer: () => void): void;
  /** Opens no more streams, and ends after those in flight. */
  close(): void;
  /** Ends at once. @param code  what the streams in flight end with */
  destroy(code: string, message: string): void;
  /** Called now and then: what a lively peer has sent since counts no more against it. */
  forgive(): void;
}
