import type { ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { resolveInTime } from '#platform/async';
import { RELEASE } from '#platform/release';
import type { ReadinessReport } from './check-states.js';

/**
 * Sources of the health endpoints.
 *
 * @property ready     shows if the process can work; a rejection means that it cannot
 * @property registry  metrics for Prometheus
 */
export interface HealthSource {
  ready: () => Promise<ReadinessReport>;
  registry: Registry;
}

const READY_TIMEOUT_MS = 3000;

/**
 * Answers `/health/live` (the process runs), `/health/ready` (it can work, else 503, with the reasons) and `/metrics`.
 * These paths need no key, so reasons are fixed sentences; the log has more. Both of health name the build, so that a
 * mixed rollout shows.
 *
 * @param path  path without query
 * @returns false when the path is another one; the response is then untouched
 */
export async function answerHealth(path: string, response: ServerResponse, source: HealthSource): Promise<boolean> {
  switch (path) {
    case '/health/live':
      json(response, 200, { status: 'live', ...RELEASE });
      return true;
    case '/health/ready': {
      const { isReady, checks } = await readReport(source);
      json(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...RELEASE, checks });
      return true;
    }
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
async function readReport({ ready }: HealthSource): Promise<ReadinessReport> {
  return (await resolveInTime(READY_TIMEOUT_MS, ready)) ?? { isReady: false, checks: [] };
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}
