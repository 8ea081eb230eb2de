/** No provider may hold an account back for longer than this by one header. */
const MAX_MS = 3_600_000;

/**
 * Milliseconds until the time that a `Retry-After` header names, as delay-seconds or as an HTTP date (RFC 9110, 10.2.3);
 * at most one hour. Undefined when the header is absent or says nothing readable.
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
