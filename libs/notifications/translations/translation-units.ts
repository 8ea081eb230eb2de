import { createHash } from 'node:crypto';
import { LanguageIndex } from '#libs/content';
import {
  TRANSLATION_STATES,
  type LanguageProgress,
  type ReadUnit,
  type SourceText,
  type TranslatedSources,
  type TranslationState,
  type TranslationUnit,
} from './translation.types.js';

/**
 * Texts with their states.
 *
 * @param digests      of the sources that were translated
 * @param areCopies    a language begins as a copy of the main texts: the same text is no translation
 */
export function toUnits(
  texts: readonly SourceText[],
  digests: Readonly<Record<string, string>> = {},
  areCopies = false,
): ReadUnit[] {
  return texts.map((text) => {
    const digest = Object.hasOwn(digests, text.id) ? digests[text.id] : undefined;
    const isCopy = areCopies && digest === undefined && text.target === text.source;
    const target = isCopy ? null : text.target;
    return { ...text, target, state: stateOf(text.source, target, digest) };
  });
}

/** @param digest  of the source that was translated; undefined: not known */
function stateOf(source: string, target: string | null, digest: string | undefined): TranslationState {
  if (target === null) {
    return 'missing';
  }
  return digest === undefined || digest === digestOf(source) ? 'translated' : 'changed';
}

export function countStates(language: string, units: readonly ReadUnit[]): LanguageProgress {
  const counts = TRANSLATION_STATES.map((name) => [name, units.filter(({ state }) => state === name).length]);
  return { language, ...(Object.fromEntries(counts) as Record<TranslationState, number>) };
}

/** The name by which texts have a language, or will have it. @param names  of the languages that are there */
export function nameOfLanguage(names: readonly string[], language: string): string {
  return names.includes(language) ? language : (new LanguageIndex([...names]).find(language) ?? language);
}

/** The digests of a language after a translation of some units. */
export function withSources(
  sources: TranslatedSources,
  language: string,
  units: readonly TranslationUnit[],
): TranslatedSources {
  const digests = Object.fromEntries(units.map(({ id, source }) => [id, digestOf(source)]));
  return { ...sources, [language]: { ...sources[language], ...digests } };
}

function digestOf(source: string): string {
  return createHash('sha256').update(source).digest('base64url').slice(0, 22);
}
