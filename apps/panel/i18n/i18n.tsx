import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Messages } from './en.js';
import { formatsOf, type Formats } from './formats.js';
import type { Readable } from './readable.js';

/** Languages of the panel by their tag (BCP 47), each named in itself. */
export const LANGUAGES = { en: 'English', tr: 'Türkçe' } as const;
export type Language = keyof typeof LANGUAGES;

/** English comes with the panel; another translation is a file of its own, loaded for its readers. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Messages>> = {
  tr: async () => (await import('./tr.js')).tr,
};

/**
 * Loads the meaning of the server's refusals in a language, by their code. English has none: the server's own messages
 * are English, and more detailed.
 */
export async function loadRefusals(language: Language): Promise<Readonly<Record<string, string>>> {
  return language === 'en' ? {} : (await import('./refusals-tr.js')).refusals;
}

interface I18n {
  language: Language;
  w: Messages;
  f: Formats;
}

const I18nContext = createContext<I18n | undefined>(undefined);

/** The language of a tag such as `tr-TR`; English where the panel has no translation. */
export function languageOf(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('tr') === true ? 'tr' : 'en';
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
  const [shown, setShown] = useState<{ language: Language; w: Messages } | undefined>(
    wanted === 'en' ? { language: 'en', w: en } : undefined,
  );
  useEffect(() => {
    let isWanted = true;
    const show = (language: Language, w: Messages): void => {
      if (isWanted) {
        document.documentElement.lang = language;
        setShown({ language, w });
      }
    };
    if (wanted === 'en') {
      show('en', en);
    } else {
      LOADERS[wanted]().then(
        (w) => show(wanted, w),
        () => show('en', en),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  const i18n = useMemo(
    () => shown && { ...shown, f: formatsOf(shown.language === 'en' ? 'en-GB' : 'tr-TR', zone) },
    [shown, zone],
  );
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
 * Translations of one area, which are loaded with its screens: `const useKeyMessages = messagesOf({ en: {…}, tr: {…} })`.
 * English sets the keys; another language with other keys does not compile.
 */
export function messagesOf<W>(both: { en: W } & Record<Language, NoInfer<W>>): () => Readable<W>;
export function messagesOf(both: Readonly<Record<Language, unknown>>): () => unknown {
  return function useMessages() {
    return both[useI18n().language];
  };
}
