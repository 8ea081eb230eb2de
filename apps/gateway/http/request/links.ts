import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Config } from '#platform/config';
import type { Request } from 'express';

/** The URL of the request with some parameters of its query replaced, absolute, so that it works as it stands. */
export type Link = (changes: Record<string, string | number>) => string;

/** Key under which the application holds the configured base of links. */
const BASE = 'public base url';

/** Makes the configured base known to `LinkOf`; without one the request's Host is used. */
export function setLinkBase(app: { set(name: string, value: unknown): unknown }, config: Config): void {
  app.set(BASE, config.PUBLIC_URL);
}

/** Where links lead that are made for this request: what is configured, or where the request came to. No slash at the end. */
export function getLinkBase(request: Request): string {
  const base: unknown = request.app.get(BASE);
  return typeof base === 'string'
    ? base.replace(/\/+$/, '')
    : `${request.protocol}://${request.get('host') ?? 'localhost'}`;
}

/** For `nextPage`: a function that makes the link. */
export const PageLink = createParamDecorator((_: unknown, context: ExecutionContext): Link => {
  const request = context.switchToHttp().getRequest<Request>();
  const origin = getLinkBase(request);
  return (changes) => {
    const url = new URL(`${origin}${request.originalUrl}`);
    for (const [name, value] of Object.entries(changes)) {
      url.searchParams.set(name, String(value));
    }
    return url.href;
  };
});
