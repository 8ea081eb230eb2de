/**
 * A text without those of some characters that stand at its end. A regular expression with `$` looks at a run of them
 * once for each of its characters; this looks once.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(0, end);
}
