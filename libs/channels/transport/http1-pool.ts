import type { SecureContextOptions } from 'node:tls';
import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';

/** undici keeps an idle connection so long when the server names no time. */
const DEFAULT_IDLE_MS = 4000;

export interface Http1Limits {
  deadlineMs: number;
  inFlight: number;
  connectMs: number;
}

/**
 * Connections of HTTP/1.1 to one provider, one request at a time on each.
 *
 * An idle connection is closed well within the deadline of a request, whatever time the server offers to keep it: where the
 * other end is gone without a word, the others have ended when the first request is given up, so that whoever comes next,
 * the question what became of it among them, meets a new one.
 *
 * @param maxResponseBytes  bytes of an answer; a longer one fails the request
 */
export function openHttp1Pool(
  origin: string,
  { deadlineMs, inFlight, connectMs }: Http1Limits,
  maxResponseBytes: number,
  trust: Pick<SecureContextOptions, 'ca'> & { lookup?: LookupFunction },
): Pool {
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
