/** A text of an application. @property tag  its language */
export interface FoundText {
  text: string;
  tag: string;
}

/**
 * Finds the text of a topic in the first language that it has: the exact tag, then one of the same language.
 *
 * @param texts      by language tag
 * @param languages  the preferred one first; null: unknown
 * @returns any text where none of the languages has one; undefined: there are no texts
 */
export function findText(
  texts: Readonly<Record<string, string>>,
  languages: readonly (string | null)[],
): FoundText | undefined {
  const entries = Object.entries(texts).map(([tag, text]) => ({ tag, text, lower: tag.toLowerCase() }));
  for (const language of [...languages, 'en']) {
    const tag = language?.toLowerCase().replaceAll('_', '-');
    const [primary = ''] = tag?.split('-') ?? [];
    const match =
      tag === undefined
        ? undefined
        : (entries.find(({ lower }) => lower === tag) ??
          entries.find(({ lower }) => lower === primary || lower.startsWith(`${primary}-`)));
    if (match) {
      return { text: match.text, tag: match.tag };
    }
  }
  const [first] = entries;
  return first && { text: first.text, tag: first.tag };
}
