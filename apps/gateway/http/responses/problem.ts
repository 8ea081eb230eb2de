import { STATUS_CODES } from 'node:http';
import type { HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';

/**
 * Answers a request that reaches no operation with a problem document (RFC 9457). `instance` is the path of the request.
 * A path that has an operation of another method answers 405 with `Allow` (RFC 9110, section 15.5.6).
 *
 * @param thrown  status 404 or 415
 */
export function sendProblem(request: Request, response: Response, thrown: HttpException): void {
  const { path: instance, method } = request;
  const allowed = thrown.getStatus() === 404 ? methodsOf(request) : [];
  const status = allowed.length > 0 ? 405 : thrown.getStatus();
  if (allowed.length > 0) {
    response.setHeader('Allow', allowed.join(', '));
  }
  const detail = status === 415 ? thrown.message : `There is no ${method} ${instance}`;
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail, instance };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The methods of the operations at the path of a request, compared as Express does. Paths of operations are fixed. */
function methodsOf(request: Request): string[] {
  const path = toComparable(request.path);
  const routes = request.app.router.stack.flatMap(({ route }) =>
    route && toComparable(route.path) === path ? [route] : [],
  );
  const methods = new Set(routes.flatMap(({ stack }) => stack.map(({ method }) => method.toUpperCase())));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].toSorted();
}

function toComparable(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
}
