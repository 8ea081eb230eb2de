import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { resolveInTime } from '#platform/async';
import { RELEASE } from '#platform/release';

/**
 * Sources of the health endpoints.
 *
 * @property ready     resolves when the process can work (its database answers); its rejection means 503
 * @property registry  metrics for Prometheus
 */
export interface HealthSource {
  ready: () => Promise<void>;
  registry: Registry;
}

const READY_TIMEOUT_MS = 3000;

/**
 * Answers `/health/live` (the process runs), `/health/ready` (it can work) and `/metrics`. These paths need no key, so
 * no answer names a cause; the log does. Both of health name the build, so that a mixed rollout shows.
 *
 * @param path  path without query
 * @returns false when the path is another one; the response is then untouched
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

/** A check that hangs counts as failed: a probe must get its answer before its own time limit. */
async function isReady({ ready }: HealthSource): Promise<boolean> {
  const isDone = await resolveInTime(READY_TIMEOUT_MS, async () => {
    await ready();
    return true;
  });
  return isDone ?? false;
}

function json(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ status: text, ...RELEASE }));
}
