import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Messages } from './en.js';
import { formatsOf, type Formats } from './formats.js';
import type { Readable } from './readable.js';

/** Languages of the panel by their tag (BCP 47), each named in itself. */
export const LANGUAGES = { en: 'English', tr: 'Türkçe', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Languages whose texts stand beside the English ones; those of others are files of `locales`. */
type Written = 'en' | 'tr';
/** Numbers and times are written as here. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', tr: 'tr-TR', de: 'de-DE' };

interface Translation {
  translate: <W>(area: string, english: W) => W;
}

/** English comes with the panel; each other language is a file of its own, loaded for its readers. */
const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  tr: () => import('virtual:locale/tr'),
  de: () => import('virtual:locale/de'),
};

/**
 * Loads the meaning of the server's refusals in a language, by their code. Others have none: the server's own messages are
 * English, and more detailed.
 */
export async function loadRefusals(language: Language): Promise<Readonly<Record<string, string>>> {
  switch (language) {
    case 'tr':
      return (await import('./refusals-tr.js')).refusals;
    case 'de':
      return (await import('./refusals-de.js')).refusals;
    default:
      return {};
  }
}

interface I18n {
  language: Language;
  w: Messages;
  f: Formats;
  /** Undefined: English. */
  translation: Translation | undefined;
}

const ENGLISH: Omit<I18n, 'f'> = { language: 'en', w: en, translation: undefined };
const I18nContext = createContext<I18n | undefined>(undefined);

/** The language of a tag such as `tr-TR`; English where the panel has no translation. */
export function languageOf(tag: string | null | undefined): Language {
  const [first = ''] = (tag ?? '').toLowerCase().split('-');
  return first === 'tr' || first === 'de' ? first : 'en';
}

/**
 * Provides translations, and formats of numbers and times, to the screens below it. The earlier language stays until a
 * translation is loaded. At the start nothing is shown: a page that changes its language before the reader's eyes is
 * worse. A translation that cannot be loaded leaves the panel English.
 */
export function I18nProvider({
  language: wanted,
  zone,
  children,
}: {
  language: Language;
  zone: string;
  children: ReactNode;
}) {
  const [shown, setShown] = useState<Omit<I18n, 'f'> | undefined>(wanted === 'en' ? ENGLISH : undefined);
  useEffect(() => {
    let isWanted = true;
    const show = (next: Omit<I18n, 'f'>): void => {
      if (isWanted) {
        document.documentElement.lang = next.language;
        setShown(next);
      }
    };
    if (wanted === 'en') {
      show(ENGLISH);
    } else {
      LOADERS[wanted]().then(
        (translation) => show({ language: wanted, w: translation.translate('main', en), translation }),
        () => show(ENGLISH),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  const i18n = useMemo(() => shown && { ...shown, f: formatsOf(LOCALES[shown.language], zone) }, [shown, zone]);
  return i18n && <I18nContext value={i18n}>{children}</I18nContext>;
}

/** Translations (`w`) and formats (`f`) of the reader's language. */
export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === undefined) {
    throw new Error('I18nProvider is missing');
  }
  return i18n;
}

/**
 * Texts of one area, which are loaded with its screens: `export const useKeyMessages = messagesOf({ en: {…}, tr: {…} })`.
 * English sets the keys; Turkish with other keys does not compile. The build names the area, and moves Turkish into a file
 * for its readers.
 */
export function messagesOf<W>(texts: { en: W } & Record<Written, NoInfer<W>>, area?: string): MessagesHook<Readable<W>>;
export function messagesOf(texts: Readonly<Record<Written, unknown>>, area?: string): MessagesHook<unknown> {
  const read = (translation: Translation | undefined): unknown =>
    translation && area !== undefined ? translation.translate(area, texts.en) : texts.en;
  function useMessages(): unknown {
    return read(useI18n().translation);
  }
  return Object.assign(useMessages, { read });
}

/** Texts of the reader. @property read  those of a translation, for texts that are loaded when they are needed */
interface MessagesHook<W> {
  (): W;
  read: (translation: Translation | undefined) => W;
}
