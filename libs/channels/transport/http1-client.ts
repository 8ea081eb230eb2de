import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { USER_AGENT } from '#platform/release';
import { markUnwritten, WITHHELD_CODE } from './transport-failure.js';

export interface Http1Request {
  path: string;
  /** Names and values in turn. */
  headers: string[];
  body: string | Buffer;
  /**
   * Asked when the connection is ready, right before the request is written: a connection can take seconds. After `false`
   * nothing is written, and the request fails with the code `WITHHELD`.
   */
  mayLeave: () => boolean;
}

export interface Http1Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body so far. */
  text: string;
  /** Why the body is not whole; absent: it is. */
  fault?: Error;
}

const USER_AGENT_FIELD = 'user-agent';

/**
 * Posts over the connections of a pool. It does for many small messages what undici's `request` does for any: no stream,
 * no signal and no timer for each of them. All deadlines have the same length, so they end in the order of their start,
 * and one timer is enough.
 */
export class Http1Client {
  private readonly calls = new Set<Call>();
  private timer: NodeJS.Timeout | undefined;
  private readonly checkMs: number;

  /** @param deadlineMs  a request without its whole answer is given up after this time */
  constructor(
    private readonly pool: Dispatcher,
    private readonly deadlineMs: number,
  ) {
    this.checkMs = Math.max(5, Math.min(250, deadlineMs / 10));
  }

  /** @throws the error of the connection; `TimeoutError` after the deadline */
  post({ path, headers, body, mayLeave }: Http1Request): Promise<Http1Answer> {
    return new Promise((resolve, reject) => {
      const call = new Call(mayLeave, (end) => {
        this.calls.delete(call);
        if (end instanceof Error) {
          reject(end);
        } else {
          resolve(end);
        }
      });
      this.calls.add(call);
      this.timer ??= setInterval(() => this.checkDeadlines(), this.checkMs);
      const named = headers.includes(USER_AGENT_FIELD) ? headers : [...headers, USER_AGENT_FIELD, USER_AGENT];
      // The deadline is that of the call: undici need not watch as well.
      this.pool.dispatch({ path, method: 'POST', headers: named, body, headersTimeout: 0, bodyTimeout: 0 }, call);
    });
  }

  /** Closes the connections after the requests in flight. */
  async close(): Promise<void> {
    await this.pool.close();
  }

  private checkDeadlines(): void {
    const expiredBefore = performance.now() - this.deadlineMs;
    for (const call of this.calls) {
      if (call.startedAt > expiredBefore) {
        break;
      }
      call.expire();
    }
    if (this.calls.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }
}

/** One request and what has come of its answer. */
class Call implements Dispatcher.DispatchHandler {
  readonly startedAt = performance.now();
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly chunks: Buffer[] = [];
  private isSettled = false;

  constructor(
    private readonly mayLeave: () => boolean,
    private readonly onEnd: (end: Http1Answer | Error) => void,
  ) {}

  /** @throws Error to keep undici from writing the request */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isSettled) {
      throw timeoutError();
    }
    if (!this.mayLeave()) {
      throw Object.assign(new Error('The request came too late'), { code: WITHHELD_CODE });
    }
    this.controller = controller;
  }

  /** Also called for interim responses (RFC 9110, section 15.2). */
  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) {
      this.status = status;
      this.headers = headers;
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.settle(this.answer());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** Gives the request up. */
  expire(): void {
    const error = timeoutError();
    this.fail(error);
    this.controller?.abort(error);
  }

  /** Without a controller undici has not begun to write the request. */
  private fail(error: Error): void {
    if (this.controller === undefined) {
      markUnwritten(error);
    }
    this.settle(this.status === 0 ? error : { ...this.answer(), fault: error });
  }

  private answer(): Http1Answer {
    const [first] = this.chunks;
    const text = this.chunks.length > 1 ? Buffer.concat(this.chunks).toString() : (first?.toString() ?? '');
    return { status: this.status, headers: this.headers, text };
  }

  private settle(end: Http1Answer | Error): void {
    if (!this.isSettled) {
      this.isSettled = true;
      this.onEnd(end);
    }
  }
}

function timeoutError(): Error {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
