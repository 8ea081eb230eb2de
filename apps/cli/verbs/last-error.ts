/** The last fault of an account, as text or as REST gives it. */
interface ShownError {
  code: string;
  why: string;
  words: string;
  since: Date | string;
  at: Date | string;
  times: number;
}

/** One line: when, how often, and the provider's own words. */
export function formatLastError({ code, why, words, since, at, times }: ShownError): string {
  const often = times > 1 ? ` (${times} messages since ${toText(since)})` : '';
  return `last error ${toText(at)}${often}: ${words === '' ? code : words} (${why}, ${code})`;
}

function toText(at: Date | string): string {
  return typeof at === 'string' ? at : at.toISOString();
}
