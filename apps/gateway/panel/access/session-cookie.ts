import type { Request, Response } from 'express';
import type { NewSession } from '#libs/members';

/** Browsers set it for this very host and over TLS alone (RFC 6265bis, section 4.1.3.2). */
const SECURE_NAME = '__Host-herald';

/** A session, or a way to the provider that members sign in with. */
type CookieUse = 'session' | 'oidc';

/**
 * The name of the cookie. Without TLS no prefix is taken, and ports of one host share their cookies: so the port is a part
 * of the name.
 */
function nameOf(request: Request, use: CookieUse): string {
  const [, port = ''] = /:(\d{1,5})$/.exec(request.get('host') ?? '') ?? [];
  return (request.secure ? SECURE_NAME : `herald${port && `-${port}`}`) + (use === 'session' ? '' : '-oidc');
}

/** The secret of the browser's session; empty without one. @param use  `oidc`: that of its way to the provider */
export function readSessionToken(request: Request, use: CookieUse = 'session'): string {
  const name = nameOf(request, use);
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}

/** Gives the browser a session. Scripts cannot read it, and pages of other sites send it with no write. */
export function setSessionCookie(
  request: Request,
  response: Response,
  { token, endsAt }: NewSession,
  use: CookieUse = 'session',
): void {
  response.cookie(nameOf(request, use), token, { ...flagsOf(request), expires: endsAt });
}

export function clearSessionCookie(request: Request, response: Response, use: CookieUse = 'session'): void {
  response.clearCookie(nameOf(request, use), flagsOf(request));
}

function flagsOf(request: Request) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure } as const;
}
