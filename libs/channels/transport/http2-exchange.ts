import type { IncomingHttpHeaders } from 'node:http2';
import type { HeaderFields } from '#http2-client';
import type { BatchOutcomes } from '../sender/batch-outcomes.js';
import type { AnswerMeaning } from '../sender/answer-table.js';
import { parseRetryAfter } from './retry-after.js';

/** Bytes that are read of an error answer. */
const MAX_BODY_BYTES = 8192;
const NOTHING: HeaderFields = {};

/** Why a message got no answer: the code of the error, and its message where there is one. */
export interface ExchangeFailure {
  code: string;
  words?: string;
}

/**
 * One message on its way through the pool: its request, which is built when it is sent, and its end. Exactly one of
 * `onAnswer`, `onUnsent` and `onLost` is called, once. The fields of state belong to the pool; they are here so that a
 * message needs no second object.
 */
export abstract class Exchange {
  isUrgent = false;
  queuedAt = 0;
  startedAt = 0;
  isSettled = false;
  /** The stream's id in its session; 0: none. */
  streamId = 0;
  status = 0;
  responseHeaders: IncomingHttpHeaders | undefined;
  failure: ExchangeFailure | undefined;
  private chunks: Buffer[] | undefined;
  private received = 0;

  /** Called right before the message is sent. After `false` the implementation has already ended it. */
  abstract shouldSend(): boolean;
  /** Headers that other messages have as well; the same object for them is encoded once. */
  abstract headers(): HeaderFields;

  /** Headers that this message alone has; asked after `headers`. */
  personalHeaders(): HeaderFields {
    return NOTHING;
  }

  abstract body(): Buffer | string;
  /** For 2xx the body is not read and is ''. Other bodies may be cut short. */
  abstract onAnswer(status: number, headers: IncomingHttpHeaders, body: string): void;
  /** The provider did not process it: it is safe to repeat. */
  abstract onUnsent(failure: ExchangeFailure): void;
  /** The provider may have accepted it. */
  abstract onLost(failure: ExchangeFailure): void;

  /** Prepares the object to be submitted again. */
  reset(): void {
    this.isSettled = false;
    this.status = 0;
    this.responseHeaders = undefined;
    this.failure = undefined;
    this.chunks = undefined;
    this.received = 0;
  }

  takeHead(status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.responseHeaders = headers;
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

/** An exchange that records its end as the outcome of one message of a batch. */
export abstract class BatchExchange extends Exchange {
  constructor(
    protected readonly outcomes: BatchOutcomes,
    protected readonly index: number,
  ) {
    super();
  }

  shouldSend(): boolean {
    return this.outcomes.admit(this.index);
  }

  onUnsent({ code, words }: ExchangeFailure): void {
    this.outcomes.recordUnsent(this.index, code, words);
  }

  onLost({ code, words }: ExchangeFailure): void {
    this.outcomes.recordLost(this.index, code, words);
  }

  protected recordAnswer(
    { code, meaning }: { code: string; meaning: AnswerMeaning },
    status: number,
    headers: IncomingHttpHeaders,
    body: string,
  ): void {
    const afterMs = parseRetryAfter(headers);
    this.outcomes.recordAnswer(this.index, meaning, code, `${status} ${body}`, afterMs);
  }
}
