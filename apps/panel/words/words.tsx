import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en, type Words } from './en.js';
import { formatsOf, type Formats } from './formats.js';
import type { Readable } from './readable.js';

/** Languages of the panel by their tag (BCP 47), each named in itself. */
export const LANGUAGES = { en: 'English', tr: 'Türkçe' } as const;
export type Language = keyof typeof LANGUAGES;

/** English comes with the panel; the words of another language are a file of their own, loaded for its readers. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Words>> = {
  tr: async () => (await import('./tr.js')).tr,
};

/**
 * Loads the meaning of the server's refusals in a language, by their code. English has none: the server's own messages
 * are English, and more detailed.
 */
export async function loadRefusals(language: Language): Promise<Readonly<Record<string, string>>> {
  return language === 'en' ? {} : (await import('./refusals-tr.js')).refusals;
}

interface Speech {
  language: Language;
  w: Words;
  f: Formats;
}

const SpeechContext = createContext<Speech | undefined>(undefined);

/** The language of a tag such as `tr-TR`; English where the panel does not speak it. */
export function languageOf(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('tr') === true ? 'tr' : 'en';
}

/**
 * Gives the screens below it their words, and numbers and times as the language writes them. While the words of a
 * language are under way the one before stays; at the start nothing is shown, since a page that changes its language
 * under the reader's eyes is worse. Words that cannot be loaded leave the panel English.
 */
export function SpeechProvider({
  language: wanted,
  zone,
  children,
}: {
  language: Language;
  zone: string;
  children: ReactNode;
}) {
  const [spoken, setSpoken] = useState<{ language: Language; w: Words } | undefined>(
    wanted === 'en' ? { language: 'en', w: en } : undefined,
  );
  useEffect(() => {
    let isWanted = true;
    const speak = (language: Language, w: Words): void => {
      if (isWanted) {
        document.documentElement.lang = language;
        setSpoken({ language, w });
      }
    };
    if (wanted === 'en') {
      speak('en', en);
    } else {
      LOADERS[wanted]().then(
        (w) => speak(wanted, w),
        () => speak('en', en),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  const speech = useMemo(
    () => spoken && { ...spoken, f: formatsOf(spoken.language === 'en' ? 'en-GB' : 'tr-TR', zone) },
    [spoken, zone],
  );
  return speech && <SpeechContext value={speech}>{children}</SpeechContext>;
}

/** Words (`w`) and formats (`f`) of the reader's language. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === undefined) {
    throw new Error('There is no SpeechProvider above');
  }
  return speech;
}

/**
 * Words of one area, which are loaded with its screens: `const useKeyWords = wordsOf({ en: {…}, tr: {…} })`. English
 * sets the keys; another language with other keys does not compile.
 */
export function wordsOf<W>(both: { en: W } & Record<Language, NoInfer<W>>): () => Readable<W>;
export function wordsOf(both: Readonly<Record<Language, unknown>>): () => unknown {
  return function useWords() {
    return both[useSpeech().language];
  };
}
