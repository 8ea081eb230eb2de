import { isMark } from './own-links.js';
import { getOrigin } from './tracked-links.js';

/** Names of parameters whose value is a secret, in whatever way words are joined: `resetToken`, `access_token`. */
const SECRET = /(token|otp|secret|password|passwd|pwd|jwt|signature)$/i;
/** Names that also stand for other things, and the length from which their value is taken for a secret. */
const AMBIGUOUS = /(^|[_.-])(code|key|sig|auth|session|sid|ticket|nonce|hash|reset|magic|credential)$/i;
const SECRET_LENGTH = 16;

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

/**
 * Tests if a URL carries a secret in its query or fragment, such as the token that resets a password. A redirect would
 * put it into the address of another server, and so into the logs of every proxy on the way.
 *
 * @param url  as a browser would read it
 */
function carriesSecret(url: string): boolean {
  if (!/[?#]/.test(url) || !URL.canParse(url)) {
    return false;
  }
  const { search, hash } = new URL(url);
  const fields = [...new URLSearchParams(search), ...new URLSearchParams(hash.replace(/^#[^?]*\?|^#/, ''))];
  return fields.some(
    ([name, value]) => value !== '' && (SECRET.test(name) || (AMBIGUOUS.test(name) && value.length >= SECRET_LENGTH)),
  );
}
