import type { NextFunction, Request, Response } from 'express';

const YEAR_SECONDS = 31_536_000;
/** A name of this machine: the name has other servers on other ports, to which the header would apply too. */
const LOCAL_NAME = /(?:^|\.)localhost$/i;

/**
 * Makes browsers reach this host by https alone from now on (HSTS, RFC 6797). For a gateway that ends TLS itself:
 * behind a proxy that does, the header is the proxy's. Names below the host are not meant, for they may be others'.
 */
export function askForHttps(request: Request, response: Response, next: NextFunction): void {
  if (!LOCAL_NAME.test(request.hostname ?? '')) {
    response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
  }
  next();
}
