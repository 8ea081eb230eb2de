/** `changed`: the source is another text than the one that was translated. */
export const TRANSLATION_STATES = ['missing', 'translated', 'changed'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** Texts of a file, or of a request. */
export const MAX_UNITS = 5000;

/** Plain, HTML, or a text of a mail with bold, italic and links as tags. */
export type TextKind = 'text' | 'html' | 'rich';

/**
 * A text and its translation.
 *
 * @property id      field of the message, or the place of the text in a draft or journey
 * @property target  null: there is none
 */
export interface TranslationUnit {
  id: string;
  source: string;
  target: string | null;
}

/** A text that can be translated. */
export interface SourceText extends TranslationUnit {
  kind: TextKind;
}

export interface ReadUnit extends SourceText {
  state: TranslationState;
}

/** Progress of a language, in texts. */
export type LanguageProgress = { language: string } & Record<TranslationState, number>;

/** A file for a translator. @property key  of the file @property source, target  tags of languages */
export interface TranslationFile {
  key: string;
  source: string;
  target: string;
  units: ReadUnit[];
}

/** Digests of the translated sources, by language and text. */
export type TranslatedSources = Readonly<Record<string, Readonly<Record<string, string>>>>;
