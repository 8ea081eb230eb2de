/**
 * Numbers as the text of a Postgres array, for `$n::bigint[]`: `pg` would look at each of a thousand numbers for characters
 * to quote, which takes longer than all else about the statement.
 */
export function numberArray(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}

/** Texts as the text of a Postgres array, for `$n::text[]`: looked at all at once for characters to quote, which few have. */
export function textArray(texts: readonly string[]): string {
  if (texts.length === 0) {
    return '{}';
  }
  const quoted = texts.some((text) => /["\\]/.test(text)) ? texts.map((text) => text.replace(/["\\]/g, '\\$&')) : texts;
  return `{"${quoted.join('","')}"}`;
}
