import type { SecureContextOptions } from 'node:tls';
import type { LookupFunction } from 'node:net';
import { type Dispatcher, Pool } from 'undici';

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
  return new Pool(origin, {
    connections: inFlight,
    pipelining: 1,
    maxResponseSize: maxResponseBytes,
    keepAliveTimeout: Math.min(DEFAULT_IDLE_MS, maxIdleMs),
    keepAliveMaxTimeout: maxIdleMs,
    connect: { ...trust, timeout: connectMs },
  });
}
