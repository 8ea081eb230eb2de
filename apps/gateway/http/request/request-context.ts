import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Origin } from '#libs/audit';
import type { StoredFile } from '#libs/delivery/attachments';
import type { SignedIn } from '#libs/members';
import type { Application, Caller } from '#libs/tenancy';
import type { ImportRequest, UploadedFile } from '#libs/users/imports';
import { publicUrl, type Config } from '#platform/config';
import { malformed } from '#platform/errors';
import { toPlainAddress } from '#platform/net';

/** A member who uses the panel, and the application that the path of the request names. */
export interface PanelCaller extends SignedIn {
  origin: Origin;
  app?: Application;
}

/** A form with a file of users: what it asks for, and its file, already stored. */
export interface ImportForm {
  file: UploadedFile;
  fileName: string;
  request: ImportRequest;
  /** From where the consent of the rows comes, in words; null: not said. */
  consent: string | null;
}

/** A form with one picture, whole in memory. */
export interface MediaForm {
  name: string;
  bytes: Buffer;
}

/** The facts of a request beside its content. */
export interface RequestContext {
  /** Sent back as `X-Request-Id`, and part of every log line about the request. */
  requestId: string;
  /** Set by the guard. */
  caller?: Caller;
  /** Set by the guard of the panel in place of `caller`. */
  panel?: PanelCaller;
  /** Uploaded files, already stored. */
  files?: readonly StoredFile[];
  importForm?: ImportForm;
  mediaForm?: MediaForm;
}

export interface GatewayRequest extends Request {
  context: RequestContext;
}

/** The pattern of the matched route, for example `/rest/3.0/tagUsers`; never the URL of the client. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  const path = typeof route === 'object' && route !== null && 'path' in route ? route.path : undefined;
  return typeof path === 'string' ? path : 'unmatched';
}

/** Gives each request an id: the client's own if it is harmless, so that logs of both sides match, else a new one. */
export function createContext(request: Request, response: Response, next: NextFunction): void {
  const incomingId = request.get('x-request-id');
  const requestId = incomingId !== undefined && /^[\w.:-]{1,128}$/.test(incomingId) ? incomingId : randomUUID();
  (request as GatewayRequest).context = { requestId };
  response.setHeader('X-Request-Id', requestId);
  next();
}

/** RFC 9112, section 3.2: the name or address of a host, and a port. An underscore stands in names of containers. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Refuses a request whose `Host` names none, as RFC 9112 asks for. */
export function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const host = request.get('host');
  const isHost = host === undefined || (HOST.test(host) && URL.canParse(`http://${host}`));
  next(isHost ? undefined : malformed('The header Host names no host'));
}

/** Makes the absolute URL of the request with some query parameters replaced. */
export type Link = (changes: Record<string, string | number>) => string;

/** Key under which the application holds the configured base of links. */
const BASE = 'public base url';

/** Stores the configured base of links; without one the address of each request's socket is used. */
export function setLinkBase(app: { set(name: string, value: unknown): unknown }, config: Config): void {
  app.set(BASE, publicUrl(config));
}

/**
 * The base of links to this request's operation: the configured one, what a trusted proxy says of the request, or the
 * address of the socket where it arrived. Never the Host header, which the sender chooses. No slash at the end.
 */
function getLinkBase(request: Request): string {
  const base: unknown = request.app.get(BASE);
  if (typeof base === 'string') {
    return base;
  }
  const { socket } = request;
  const forwarded = forwardedBase(request);
  if (forwarded !== undefined) {
    return forwarded;
  }
  const address = toPlainAddress(socket.localAddress) ?? '127.0.0.1';
  const host = address.includes(':') ? `[${address.replace(/%.*$/, '')}]` : address;
  return `${'encrypted' in socket ? 'https' : 'http'}://${host}:${socket.localPort ?? 0}`;
}

/**
 * The address at which the client reached a trusted proxy, by its `X-Forwarded-Host`, `-Port` and `-Proto`. Only the
 * answer to this very request has it: it never stands in a message.
 */
function forwardedBase(request: Request): string | undefined {
  const trust = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  if (!trust(request.socket.remoteAddress, 0)) {
    return undefined;
  }
  // A further proxy in between appends its own, or leaves the first: that of the client stands first.
  const first = (name: string): string => request.get(name)?.split(',', 1)[0]?.trim() ?? '';
  const [host, port, proto] = [first('x-forwarded-host'), first('x-forwarded-port'), first('x-forwarded-proto')];
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) {
    return undefined;
  }
  const hasPort = /:\d+$/.test(host);
  const authority = !hasPort && /^\d{1,5}$/.test(port) ? `${host}:${port}` : host;
  const base = `${/^https$/i.test(proto) ? 'https' : 'http'}://${authority}`;
  return URL.canParse(base) ? new URL(base).origin : undefined;
}

/** No operation reads a longer parameter. Unknown ones are ignored, and a long one does not stand in a link. */
const MAX_PARAMETER = 2000;

/** The base of links to this gateway, as the client of the request may follow them. */
export const LinkBase = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  getLinkBase(context.switchToHttp().getRequest<Request>()),
);

/** For `nextPage`: a function that makes the link to another page. */
export const PageLink = createParamDecorator((_: unknown, context: ExecutionContext): Link => {
  const request = context.switchToHttp().getRequest<Request>();
  const origin = getLinkBase(request);
  // Some requests name a whole URL (RFC 9112, section 3.2.2), of which path and query count.
  const { pathname, search } = new URL(request.originalUrl, 'http://unused');
  return (changes) => {
    const url = new URL(`${origin}${pathname}${search}`);
    const long = [...url.searchParams].filter(([name, value]) => name.length + value.length > MAX_PARAMETER);
    long.forEach(([name]) => url.searchParams.delete(name));
    for (const [name, value] of Object.entries(changes)) {
      url.searchParams.set(name, String(value));
    }
    return url.href;
  };
});

export function isMultipart(request: Request): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(request.get('content-type') ?? '');
}
