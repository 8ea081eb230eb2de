import type { Request, RequestHandler, Response } from 'express';
import type { MediaService, ServedMedia } from '#libs/notifications';

/** A hexadecimal SHA-256, and the ending that some apps need to know the type by. */
const ADDRESS = /^\/m\/([0-9a-f]{64})(?:\.([a-z]{3,4}))?$/;
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves pictures of messages at `GET /m/:hash` and `/m/:hash.png`, without a key: whoever has a message has the address.
 * A stored file never changes. Opened by itself a picture is saved, and nothing in it is a page of Herald's origin.
 */
export function serveMedia(media: Pick<MediaService, 'serve'>): RequestHandler {
  return (request, response, next) => {
    const [, hash, ending] = ADDRESS.exec(request.path) ?? [];
    if (hash === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    // Names the path as a route of Express would, so that logs and metrics do not name each picture.
    request.route = { path: '/m/:hash' };
    media.serve(hash).then((found) => {
      if (found && (ending === undefined || ending === found.ending)) {
        send(request, response, hash, found);
      } else {
        response
          .status(404)
          .set({ ...SAFE_HEADERS, 'Cache-Control': 'no-store' })
          .type('text/plain')
          .send('Not found\n');
      }
    }, next);
  };
}

const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

function send(request: Request, response: Response, hash: string, { type, ending, bytes }: ServedMedia): void {
  const tag = `"${hash}"`;
  response.set({
    ...SAFE_HEADERS,
    'Cache-Control': YEAR,
    ETag: tag,
    'Content-Disposition': `attachment; filename="${hash.slice(0, 12)}.${ending}"`,
    // Mails in browsers, and pages that are isolated (COEP), show it.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  });
  if (request.get('if-none-match') === tag) {
    response.status(304).end();
    return;
  }
  response.status(200).type(type).send(bytes);
}
