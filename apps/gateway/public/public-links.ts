import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { FollowedLink, LinkClickService } from '#libs/delivery';
import { type Logger, reportFault } from '#platform/runtime';
import { confirmPage, donePage, missingPage, PAGE_POLICY } from './pages.js';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Serves the links in messages, without a key:
 *
 * - `GET /c/:token?u=` and `GET /s/:token`: redirect to the destination, counted as a click
 * - `GET /o/:token.gif`: a pixel, counted as an open
 * - `GET /u/:token`: a confirmation page; `POST /u/:token`: unsubscribes (RFC 8058), with any body
 *
 * HEAD and prefetches are not counted. A failure to count never blocks the redirect.
 */
export function servePublicLinks(links: LinkClickService, logger: Logger): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const count = async (request: Request, counting: () => Promise<void>): Promise<void> => {
    if (request.method === 'GET' && !isPrefetch(request)) {
      await counting().catch((error: unknown) => reportFault(logger, 'failed to count a click or an open', error));
    }
  };
  const follow = async (request: Request, response: Response, followed: FollowedLink | null): Promise<void> => {
    if (!followed) {
      sendPage(response, 404, missingPage());
      return;
    }
    await count(request, () => links.recordClick(followed));
    preventCaching(response)
      .status(302)
      // The address of a link names its message and works for whoever has it.
      .set('Referrer-Policy', 'no-referrer')
      .location(followed.url);
    response.end();
  };
  router.get(
    '/c/:token',
    toHandler(async (request, response, token) => {
      const { u } = request.query;
      await follow(request, response, links.readDestination(token, typeof u === 'string' ? u : ''));
    }),
  );
  router.get(
    '/s/:token',
    toHandler(async (request, response, token) => follow(request, response, await links.findShortDestination(token))),
  );
  router.get(
    '/o/:token.gif',
    toHandler(async (request, response, token) => {
      const message = links.readPixel(token);
      if (!message) {
        sendPage(response, 404, missingPage());
        return;
      }
      await count(request, () => links.recordOpen(message));
      preventCaching(response).status(200).type('image/gif').send(PIXEL);
    }),
  );
  router.get(
    '/u/:token',
    toHandler(async (_request, response, token) => {
      const subscription = await links.findUnsubscription(token);
      sendPage(
        response,
        subscription ? 200 : 404,
        subscription ? confirmPage(subscription.applicationName) : missingPage(),
      );
    }),
  );
  router.post(
    '/u/:token',
    toHandler(async (_request, response, token) => {
      const done = await links.unsubscribe(token);
      sendPage(response, done ? 200 : 404, done ? donePage(done.applicationName) : missingPage());
    }),
  );
  return router;
}

/** Passes errors of the handler to the gateway. */
function toHandler(handle: (request: Request, response: Response, token: string) => Promise<void>): RequestHandler {
  return (request, response, next) => {
    const { token } = request.params;
    handle(request, response, typeof token === 'string' ? token : '').catch(next);
  };
}

/** Prefetched by a program, perhaps never seen (`Sec-Purpose`, and its older names). */
function isPrefetch(request: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|preview/i.test(request.get(name) ?? ''),
  );
}

function preventCaching(response: Response): Response {
  return response.set({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' });
}

/** The URL of the page is a secret of its reader, so it is never sent as a referrer. */
function sendPage(response: Response, status: number, html: string): void {
  preventCaching(response)
    .status(status)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(html);
}
