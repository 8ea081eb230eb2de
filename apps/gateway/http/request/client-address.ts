import type { Request, RequestHandler } from 'express';
import { AddressList, toPlainAddress } from '#platform/net';
import type { Config } from '#platform/config';
import type { Logger } from '#platform/runtime';

/**
 * Limits whose `X-Forwarded-For` Express believes: it is read from the right, and the first hop that is no trusted
 * proxy is the client. Without `TRUSTED_PROXIES` that is the peer of the connection.
 */
export function trustProxies(app: { set(name: string, value: unknown): unknown }, config: Config): void {
  const proxies = AddressList.parse(config.TRUSTED_PROXIES ?? '');
  app.set('trust proxy', (address: string) => proxies.has(address));
}

/** The address of the client in its plain form. What a proxy forwards and is no address counts as the proxy's own. */
export function clientAddress(request: Request): string | undefined {
  return toPlainAddress(request.ip) ?? toPlainAddress(request.socket.remoteAddress);
}

/** Warns once when requests come through a proxy that no setting names: all its clients then count as one. */
export function warnAboutProxies(config: Config, logger: Logger): RequestHandler {
  let isSettled = config.TRUSTED_PROXIES !== undefined;
  return (request, _, next) => {
    if (!isSettled && request.headers['x-forwarded-for'] !== undefined) {
      isSettled = true;
      logger.warn(
        'requests have X-Forwarded-For, but TRUSTED_PROXIES names no proxy: limits and address lists take it for the client',
      );
    }
    next();
  };
}
