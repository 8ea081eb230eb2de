import { isMark } from './own-links.js';
import { carriesSecret } from './secret-links.js';
import { getOrigin } from './tracked-links.js';

/**
 * Tests if a link of an e-mail may be tracked.
 *
 * @param url      as a browser would read it
 * @param origins  of `findTrustedOrigins`
 */
export function isTrackable(url: string, origins: ReadonlySet<string>): boolean {
  const origin = isMark(url) ? null : getOrigin(url);
  return origin !== null && origins.has(origin) && !/\p{Surrogate}/u.test(url) && !carriesSecret(url);
}
