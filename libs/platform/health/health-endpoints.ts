import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { resolveInTime } from './in-time.js';

/**
 * What the health endpoints are answered from.
 *
 * @property ready     resolves when the process can do its work (its database answers); its rejection means 503
 * @property registry  metrics for Prometheus
 */
export interface HealthSource {
  ready: () => Promise<void>;
  registry: Registry;
}

const READY_TIMEOUT_MS = 3000;

/**
 * Answers `/health/live` (the process turns), `/health/ready` (it can work) and `/metrics`. No answer names a cause: these
 * paths need no key, and the log has the cause.
 *
 * @param path  path without query
 * @returns false when the path is none of these; the response is then untouched
 */
export async function answerHealth(path: string, response: ServerResponse, source: HealthSource): Promise<boolean> {
  switch (path) {
    case '/health/live':
      json(response, 200, 'live');
      return true;
    case '/health/ready':
      if (await isReady(source)) {
        json(response, 200, 'ready');
      } else {
        json(response, 503, 'not ready');
      }
      return true;
    case '/metrics': {
      const text = await source.registry.metrics();
      response.writeHead(200, { 'Content-Type': source.registry.contentType, 'Cache-Control': 'no-store' }).end(text);
      return true;
    }
    default:
      return false;
  }
}

/** A check that hangs counts as a failed one: a probe must hear "no" before its own time limit. */
async function isReady({ ready }: HealthSource): Promise<boolean> {
  const answer = await resolveInTime(async () => {
    await ready();
    return true;
  }, READY_TIMEOUT_MS);
  return answer ?? false;
}

function json(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ status: text }));
}
