import type { Request, Response, Router } from 'express';
import type { AddressRangesService, FetchSigns, FollowedLink, LinkClickService } from '#libs/delivery/engagement';
import { type Logger, reportFault } from '#platform/runtime';
import { clientAddress } from '../http/request/client-address.js';
import { preventCaching, sendPage } from './layout/send-page.js';
import { renderMissingPage } from './missing/missing-page.js';
import { toHandler } from './layout/token-handler.js';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * Adds the links and pixels of messages:
 *
 * - `GET /c/:token?u=` and `GET /s/:token`: redirect to the destination, counted as a click
 * - `GET /o/:token.gif`: a pixel, counted as an open
 *
 * HEAD and prefetches are not counted. A failure to count never blocks the redirect.
 */
export function addMessageLinks(
  router: Router,
  links: LinkClickService,
  ranges: AddressRangesService,
  logger: Logger,
): void {
  const count = async (request: Request, counting: (signs: FetchSigns) => Promise<void>): Promise<void> => {
    if (request.method === 'GET' && !isPrefetch(request)) {
      const signs = ranges.readSigns((name) => request.get(name), clientAddress(request));
      await signs
        .then(counting)
        .catch((error: unknown) => reportFault(logger, 'failed to count a click or an open', error));
    }
  };
  const follow = async (request: Request, response: Response, followed: FollowedLink | null): Promise<void> => {
    if (!followed) {
      sendPage(response, 404, renderMissingPage(request));
      return;
    }
    await count(request, (signs) => links.recordClick(followed, signs));
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
        sendPage(response, 404, renderMissingPage(request));
        return;
      }
      await count(request, (signs) => links.recordOpen(message, signs));
      preventCaching(response).status(200).type('image/gif').send(PIXEL);
    }),
  );
}

/** Prefetched by a program, perhaps never seen (`Sec-Purpose`, and its older names). */
function isPrefetch(request: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].some((name) =>
    /prefetch|preview/i.test(request.get(name) ?? ''),
  );
}
