import type { Request } from 'express';
import { AppError } from '#platform/errors';

/** A header that no form can send, and no page of another origin without leave, which is never given here. */
export const PANEL_HEADER = 'X-Herald-Panel';

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*;/i;

/**
 * Admits a write from a page of the panel alone. Browsers say in `Sec-Fetch-Site` (W3C Fetch Metadata) where a request
 * comes from, and pages cannot change it. Older ones name the origin, which must be that of this very request. Whoever
 * says neither is no browser.
 *
 * @param takesForm  the route takes a form with a file; the header of the panel keeps forms of other sites away
 * @throws AppError cross_site
 */
export function requireSameOrigin(request: Request, takesForm: boolean): void {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return;
  }
  const site = request.get('sec-fetch-site');
  const isOwn = site === undefined ? isOwnOrigin(request) : site === 'same-origin';
  const type = request.get('content-type') ?? '';
  if (!isOwn || request.get(PANEL_HEADER) !== '1' || !(JSON_TYPE.test(type) || (takesForm && FORM_TYPE.test(type)))) {
    throw new AppError('cross_site', 'Only pages of the panel may do this');
  }
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.get('origin') ?? '';
  return URL.canParse(origin) && new URL(origin).host === hostOf(request);
}

/** The host that the browser asked for, as a trusted proxy says it; Express knows which one is trusted. */
function hostOf(request: Request): string | undefined {
  return request.host.toLowerCase();
}
