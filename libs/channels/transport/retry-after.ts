/** Upper limit of the delay that one header can ask for. */
const MAX_MS = 3_600_000;

type Header = string | readonly string[] | undefined;

/** The headers of an answer that this reads, by their names in lower case. */
export interface AnswerHeaders {
  'retry-after'?: Header;
  date?: Header;
}

/**
 * Milliseconds until the time in a `Retry-After` header, given in seconds or as an HTTP date (RFC 9110, 10.2.3). A date is
 * one of the server's clock, so it counts from the `Date` of the same answer (RFC 9110, 6.6.1). At most one hour;
 * undefined when the header is absent or unreadable, or a date in an answer without one.
 */
export function parseRetryAfter({ 'retry-after': header, date }: AnswerHeaders): number | undefined {
  const text = first(header);
  if (text === undefined || text.trim() === '') {
    return undefined;
  }
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.parse(first(date) ?? '') : seconds * 1000;
  return Number.isNaN(wait) || wait < 0 ? undefined : Math.min(Math.ceil(wait), MAX_MS);
}

function first(header: Header): string | undefined {
  return typeof header === 'object' ? header[0] : header;
}
