import { LanguageIndex } from '#libs/content';
import type { TopicTexts } from './topic.types.js';

/**
 * Picks the text of a topic for a person: in the first language that it has, else in any.
 *
 * @param languages  as devices and profiles spell them, the best first; null: not known
 * @returns undefined without texts
 */
export function pickText(texts: TopicTexts, languages: readonly (string | null)[]): string | undefined {
  const index = new LanguageIndex(Object.keys(texts));
  const tags = languages.flatMap((language) => index.find(language ?? undefined) ?? []);
  return texts[[...tags, ...Object.keys(texts)][0] ?? ''];
}
