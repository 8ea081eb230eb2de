import type { Request } from 'express';
import type { RelyingParty } from '#libs/members';
import type { Config } from '#platform/config';

/** Browsers take passkeys for it over plain http too (W3C Secure Contexts, section 3.1). */
const LOCAL = 'localhost';

/**
 * For which host a page of the panel makes passkeys: that of `PANEL_URL`, else `localhost`.
 *
 * @returns null on every other host: a passkey would not work there
 */
export function relyingPartyOf({ PANEL_URL }: Pick<Config, 'PANEL_URL'>, request: Request): RelyingParty | null {
  const { host, hostname, protocol } = request;
  if (PANEL_URL !== undefined) {
    const url = new URL(PANEL_URL);
    return url.host === host.toLowerCase() ? { id: url.hostname, origin: url.origin } : null;
  }
  return hostname === LOCAL ? { id: LOCAL, origin: `${protocol}://${host}` } : null;
}
