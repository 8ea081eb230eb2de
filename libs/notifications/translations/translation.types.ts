/** `changed`: the source is another text than the one that was translated. */
export const TRANSLATION_STATES = ['missing', 'translated', 'changed'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** Fields of a message that have a text in each language. */
export const TRANSLATED_FIELDS = ['title', 'text'] as const;
export type TranslatedField = (typeof TRANSLATED_FIELDS)[number];

/**
 * A text and its translation.
 *
 * @property id      field of the message
 * @property target  null: there is none
 */
export interface TranslationUnit {
  id: TranslatedField;
  source: string;
  target: string | null;
}

export interface ReadUnit extends TranslationUnit {
  state: TranslationState;
}

/** A file for a translator. @property source, target  tags of languages */
export interface TranslationFile {
  key: number;
  source: string;
  target: string;
  units: ReadUnit[];
}

/** Digests of the translated sources, by language and field. */
export type TranslatedSources = Readonly<Record<string, Readonly<Record<string, string>>>>;
