import type { RequestHandler, Response } from 'express';
import type { Config } from '#platform/config';

/** The router takes capital letters for small ones. */
const PANEL = /^\/panel(\/|$)/i;
/** Pictures, which the panel shows too. They are no pages, and their policy lets nothing in them run. */
const MEDIA = /^\/m\//;

/**
 * Keeps the panel and everything else apart where `PANEL_URL` and `PUBLIC_URL` name two hosts: a page of the one is then of
 * another origin than the panel, whatever is wrong with it. What differs is the host of the request, so requests by an
 * address get all but the panel.
 */
export function separatePanel({ PANEL_URL, PUBLIC_URL }: Pick<Config, 'PANEL_URL' | 'PUBLIC_URL'>): RequestHandler[] {
  const host = PANEL_URL === undefined ? undefined : new URL(PANEL_URL).host;
  if (host === undefined || PUBLIC_URL === undefined || host === new URL(PUBLIC_URL).host) {
    return [];
  }
  return [
    (request, response, next) => {
      const isPanelHost = request.host.toLowerCase() === host;
      if (isPanelHost && request.path === '/') {
        request.route = { path: '/' };
        response.redirect(308, '/panel/');
        return;
      }
      if (MEDIA.test(request.path) || isPanelHost === PANEL.test(request.path)) {
        next();
        return;
      }
      refuse(response, isPanelHost ? 'Only the panel is here.\n' : 'The panel is at another address.\n');
    },
  ];
}

function refuse(response: Response, text: string): void {
  response
    .status(404)
    .set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .type('text/plain')
    .send(text);
}
