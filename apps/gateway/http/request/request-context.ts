import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { StoredFile } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';

/** What the gateway knows about a request besides its content. */
export interface RequestContext {
  /** Goes out as `X-Request-Id` and stands in every log line about the request. */
  requestId: string;
  /** Set by the guard. */
  caller?: Caller;
  /** Files that came with the request and are stored. */
  files?: readonly StoredFile[];
}

export interface GatewayRequest extends Request {
  context: RequestContext;
}

/** The pattern of the route that a request matched, for example `/rest/3.0/tagUsers`; never what the client wrote. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : 'unmatched';
}

/** Gives each request an id: the one that came with it where that is harmless, so that a log spans systems, else a new one. */
export function createContext(request: Request, response: Response, next: NextFunction): void {
  const incomingId = request.get('x-request-id');
  const requestId = incomingId !== undefined && /^[\w.:-]{1,128}$/.test(incomingId) ? incomingId : randomUUID();
  (request as GatewayRequest).context = { requestId };
  response.setHeader('X-Request-Id', requestId);
  next();
}
