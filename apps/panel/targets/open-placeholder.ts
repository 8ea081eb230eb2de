/** A placeholder without its end: `@{` and a part of a code, as it stands while it is typed. */
const OPEN = /@\{([\p{L}\p{N}_.-]*)(?![\p{L}\p{N}_.|}-])/u;

/** @returns the typed part of the code of the first placeholder that has no end yet; undefined: all have one */
export function findOpenPlaceholder(text: string): string | undefined {
  return OPEN.exec(text)?.[1];
}

/** Ends that placeholder with a whole code. */
export function completePlaceholder(text: string, code: string): string {
  return text.replace(OPEN, () => `@{${code}}`);
}
