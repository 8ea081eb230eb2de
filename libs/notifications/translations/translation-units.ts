import { createHash } from 'node:crypto';
import { LanguageIndex, type Message } from '#libs/content';
import { AppError } from '#platform/errors';
import {
  TRANSLATED_FIELDS,
  type ReadUnit,
  type TranslatedSources,
  type TranslationState,
  type TranslationUnit,
} from './translation.types.js';

/** The texts of a message with their translations into a language. */
export function listUnits(message: Message, language: string, sources: TranslatedSources): ReadUnit[] {
  const part = message.languages?.[language];
  return TRANSLATED_FIELDS.flatMap((id) => {
    const source = message[id];
    const target = part?.[id] ?? null;
    return source === undefined
      ? []
      : [{ id, source, target, state: stateOf(source, target, sources[language]?.[id]) }];
  });
}

/** @param digest  of the source that was translated; undefined: not known */
function stateOf(source: string, target: string | null, digest: string | undefined): TranslationState {
  if (target === null) {
    return 'missing';
  }
  return digest === undefined || digest === digestOf(source) ? 'translated' : 'changed';
}

/** The name by which a message has a language, or will have it. */
export function nameOfLanguage({ languages = {} }: Message, language: string): string {
  return Object.hasOwn(languages, language)
    ? language
    : (new LanguageIndex(Object.keys(languages)).find(language) ?? language);
}

/**
 * A message with translations.
 *
 * @throws AppError malformed for a text that the message does not have
 */
export function withTranslations(message: Message, language: string, units: readonly TranslationUnit[]): Message {
  const part = { ...message.languages?.[language] };
  for (const { id, target } of units) {
    if (message[id] === undefined) {
      throw new AppError('malformed', `The message has no ${id} to translate`, { field: 'units' });
    }
    if (target !== null) {
      part[id] = target;
    }
  }
  return { ...message, languages: { ...message.languages, [language]: part } };
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
