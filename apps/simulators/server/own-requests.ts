import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * True where the `Host` of a request names this server by an address, as `localhost`, or by its own name. A page of
 * another site reaches a local port only by a name that it controls (DNS rebinding).
 *
 * @param ownName  the name that clients use
 */
export function namesThisServer({ headers }: IncomingMessage, ownName: string): boolean {
  const host = hostOf(`http://${headers.host ?? ''}`);
  return host !== undefined && (isIP(host) !== 0 || host === 'localhost' || host === ownName.toLowerCase());
}

/**
 * True where a browser sends the request for a page of another site (Fetch Metadata; Fetch standard, "Origin header").
 */
export function isForAnotherSite({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  return (
    headers['sec-fetch-site'] === 'cross-site' ||
    (origin !== undefined && hostOf(origin) !== hostOf(`http://${host ?? ''}`))
  );
}

/** The host of a URL without brackets; undefined for anything else. */
function hostOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '');
  return host === '' ? undefined : host;
}
