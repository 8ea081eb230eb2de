/** Upper limit of the delay that one header can ask for. */
const MAX_MS = 3_600_000;

/**
 * Milliseconds until the time in a `Retry-After` header, given in seconds or as an HTTP date (RFC 9110, 10.2.3). At
 * most one hour; undefined when the header is absent or unreadable.
 */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: number): number | undefined {
  const text = typeof header === 'object' ? header[0] : header;
  if (text === undefined || text.trim() === '') {
    return undefined;
  }
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return Number.isNaN(wait) || wait < 0 ? undefined : Math.min(Math.ceil(wait), MAX_MS);
}
