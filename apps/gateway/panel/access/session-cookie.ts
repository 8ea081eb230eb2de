import type { Request, Response } from 'express';
import type { NewSession } from '#libs/members';

/** Browsers set it for this very host and over TLS alone (RFC 6265bis, section 4.1.3.2). */
const SECURE_NAME = '__Host-herald';

/**
 * The name of the cookie. Without TLS no prefix is taken, and ports of one host share their cookies: so the port is a part
 * of the name.
 */
function nameOf(request: Request): string {
  const [, port = ''] = /:(\d{1,5})$/.exec(request.get('host') ?? '') ?? [];
  return request.secure ? SECURE_NAME : `herald${port && `-${port}`}`;
}

/** The secret of the browser's session; empty without one. */
export function readSessionToken(request: Request): string {
  const name = nameOf(request);
  const pairs = (request.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  return pairs.find(([key]) => key === name)?.[1] ?? '';
}

/** Gives the browser a session. Scripts cannot read it, and pages of other sites send it with no write. */
export function setSessionCookie(request: Request, response: Response, { token, endsAt }: NewSession): void {
  response.cookie(nameOf(request), token, { ...flagsOf(request), expires: endsAt });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(nameOf(request), flagsOf(request));
}

function flagsOf(request: Request) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: request.secure } as const;
}
