import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Histogram, type Registry } from 'prom-client';
import type { Logger } from '#platform/runtime';
import { routeOf, type GatewayRequest } from './request-context.js';

/** Seconds; from a cached count to a large batch. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Measures each finished request, and writes one log line for a share of them: method, route, status, milliseconds,
 * application. The route is the pattern, never the URL, because a query contains external ids and tokens.
 *
 * @param share  0 to 1; the lines are chosen by chance
 */
export function logRequests(logger: Logger, registry: Registry, share: number): RequestHandler {
  const seconds = new Histogram({
    name: 'herald_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const { requestId, caller, panel } = (request as GatewayRequest).context;
      const appId = caller?.appId ?? panel?.app?.id;
      const { method } = request;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      seconds.observe({ method, route, status }, ms / 1000);
      if (Math.random() < share) {
        logger.info({ requestId, appId, method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
      }
    });
    next();
  };
}
