import type { ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';

/** An error answer is read up to this many bytes. */
const MAX_BODY_BYTES = 8192;

/**
 * One message on its way through the pool: what to send, asked for only when its turn comes, and what became of it.
 * Exactly one of `answered`, `unsent` and `lost` is called, once. The fields of state belong to the pool; they live on
 * this object so that a message costs no second one.
 */
export abstract class Exchange {
  isUrgent = false;
  queuedAt = 0;
  startedAt = 0;
  isSettled = false;
  stream: ClientHttp2Stream | undefined;
  status = 0;
  responseHeaders: IncomingHttpHeaders | undefined;
  failure: string | undefined;
  private chunks: Buffer[] | undefined;
  private received = 0;

  /** Asked right before it would leave. After `false` it counts as settled: the implementation has done that itself. */
  abstract shouldSend(): boolean;
  abstract headers(): OutgoingHttpHeaders;
  abstract body(): Buffer | string;
  /** A status came. For 2xx the body is not read and given as ''; of others it may be cut short. */
  abstract onAnswer(status: number, headers: IncomingHttpHeaders, body: string): void;
  /** The provider did not process it: safe to repeat. */
  abstract onUnsent(code: string): void;
  /** Nobody can say whether the provider took it. */
  abstract onLost(code: string): void;

  /** Makes the object ready to be submitted again. */
  reset(): void {
    this.isSettled = false;
    this.stream = undefined;
    this.status = 0;
    this.responseHeaders = undefined;
    this.failure = undefined;
    this.chunks = undefined;
    this.received = 0;
  }

  appendBody(chunk: Buffer): void {
    if (this.received < MAX_BODY_BYTES) {
      this.received += chunk.length;
      (this.chunks ??= []).push(chunk);
    }
  }

  responseBody(): string {
    return this.chunks === undefined ? '' : Buffer.concat(this.chunks).toString('utf8', 0, MAX_BODY_BYTES);
  }
}
