import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '#platform/errors';

const DAY_SECONDS = 86_400;
/** Response headers that a page may read. */
const EXPOSED = 'X-Request-Id, Retry-After, Idempotency-Replayed, RateLimit, RateLimit-Policy';

/**
 * Lets pages of any origin call the SDK interface (Fetch standard, "CORS protocol"). A preflight does not tell the key, so
 * `checkOrigin` narrows the answer to the request itself. The REST interface stays closed to pages: its key must not be
 * in one.
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

/**
 * Admits a page only from the origins of its key, and lets no other one read the answer. Browsers tell the origin with
 * every POST, and with requests to another origin. A program can tell any: this keeps a key out of other sites' pages, and
 * proves nothing.
 *
 * @param origins  of the key
 * @throws AppError address_refused
 */
export function checkOrigin(origins: readonly string[], request: Request, response: Response): void {
  const origin = request.get('origin');
  response.vary('Origin');
  if (origin !== undefined && origins.includes(origin)) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    return;
  }
  response.removeHeader('Access-Control-Allow-Origin');
  if (origin !== undefined || request.method !== 'GET') {
    throw new AppError('address_refused', 'The API key may not be used by pages of this origin');
  }
}
