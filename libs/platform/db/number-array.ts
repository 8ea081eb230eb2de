/**
 * Numbers as the text of a Postgres array, for `$n::bigint[]`: `pg` would look at each of a thousand numbers for characters
 * to quote, which takes longer than all else about the statement.
 */
export function numberArray(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}
