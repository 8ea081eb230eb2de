import { AsyncLocalStorage } from 'node:async_hooks';
import type { SecureContextOptions } from 'node:tls';
import type { LookupFunction } from 'node:net';
import { DecoratorHandler, type Dispatcher, Pool } from 'undici';
import { WITHHELD_CODE } from './transport-failure.js';

/** The check of the request that is being made. */
const checks = new AsyncLocalStorage<() => boolean>();

/**
 * Makes a request that is checked when its connection is ready, right before it is written: a connection can take
 * seconds. After `false` nothing is written, and the request fails with the code `WITHHELD`.
 */
export async function checkBeforeWrite<R>(mayLeave: () => boolean, request: () => Promise<R>): Promise<R> {
  return checks.run(mayLeave, request);
}

class CheckedRequest extends DecoratorHandler {
  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly mayLeave: () => boolean,
  ) {
    super(handler);
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    if (!this.mayLeave()) {
      throw Object.assign(new Error('The request came too late'), { code: WITHHELD_CODE });
    }
    this.handler.onRequestStart?.(controller, context);
  }
}

/** Time for which undici keeps an idle connection when the server names none. */
const DEFAULT_IDLE_MS = 4000;

export interface Http1Limits {
  deadlineMs: number;
  inFlight: number;
  connectMs: number;
}

/**
 * HTTP/1.1 connections to one provider, with one request at a time on each.
 *
 * An idle connection is closed well before the deadline of a request, even when the server offers to keep it longer. If
 * the server disappears silently, all idle connections are closed by the time the first request gives up. The next
 * request then opens a new one.
 *
 * @param maxResponseBytes  a longer answer fails the request
 */
export function openHttp1Pool(
  origin: string,
  { deadlineMs, inFlight, connectMs }: Http1Limits,
  maxResponseBytes: number,
  trust: Pick<SecureContextOptions, 'ca'> & { lookup?: LookupFunction },
): Dispatcher {
  const maxIdleMs = deadlineMs / 2;
  const pool = new Pool(origin, {
    connections: inFlight,
    pipelining: 1,
    maxResponseSize: maxResponseBytes,
    keepAliveTimeout: Math.min(DEFAULT_IDLE_MS, maxIdleMs),
    keepAliveMaxTimeout: maxIdleMs,
    connect: { ...trust, timeout: connectMs },
  });
  return pool.compose((dispatch) => (options, handler) => {
    const mayLeave = checks.getStore();
    return dispatch(options, mayLeave ? new CheckedRequest(handler, mayLeave) : handler);
  });
}
