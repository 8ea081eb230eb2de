import type { Request, RequestHandler, Response } from 'express';

/** A handler of a path that ends with a token. Its errors go to the gateway. */
export function toHandler(
  handle: (request: Request, response: Response, token: string) => Promise<void>,
): RequestHandler {
  return (request, response, next) => {
    const { token } = request.params;
    handle(request, response, typeof token === 'string' ? token : '').catch(next);
  };
}
