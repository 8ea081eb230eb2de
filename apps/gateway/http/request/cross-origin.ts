import type { RequestHandler } from 'express';

const DAY_SECONDS = 86_400;
/** Response headers that a page may read. */
const EXPOSED = 'X-Request-Id, Retry-After, Idempotency-Replayed, RateLimit, RateLimit-Policy';

/**
 * Lets pages of any origin call the SDK interface (Fetch standard, "CORS protocol"). A js key is in the page itself, so
 * its origin proves nothing, and no cookie is used. The REST interface stays closed to pages: its key must not be in one.
 *
 * @param keyHeader  name of the API key header, which a preflight asks for
 */
export function allowCrossOrigin(keyHeader: string): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response
      .status(204)
      .setHeader('Access-Control-Allow-Methods', 'GET, POST')
      .setHeader('Access-Control-Allow-Headers', `content-type, x-request-id, idempotency-key, ${keyHeader}`)
      .setHeader('Access-Control-Max-Age', DAY_SECONDS)
      .end();
  };
}
