/** An attribute or event as the server lists it. */
interface Named {
  code: string;
  label?: string | null | undefined;
}

/** Words that do not tell two names apart. */
const FILLERS = new Set(['of', 'the', 'a', 'an']);

/** The words of a name, in any order and case: *Birth date* and *Date of birth* are alike. */
function wordsOf(name: string): string {
  const words = name.toLocaleLowerCase('en').split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== '' && !FILLERS.has(word))
    .toSorted()
    .join(' ');
}

/** Codes with the names that readers see. Names that are alike are shown with their codes. */
export function nameAttributes(attributes: readonly Named[]): (readonly [code: string, name: string])[] {
  const counts = new Map<string, number>();
  for (const { code, label } of attributes) {
    const words = wordsOf(label ?? code);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return attributes.map(({ code, label }) => {
    const name = label ?? code;
    return [code, name !== code && (counts.get(wordsOf(name)) ?? 0) > 1 ? `${name} (${code})` : name];
  });
}
