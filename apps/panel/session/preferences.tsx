import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { setRefusalSentences, setRefusalTexts } from '../api/refusals/refusal.js';
import { type Language, languageOf, loadRefusals, I18nProvider, useI18n } from '../i18n/i18n.js';
import { useRefusalMessages } from './refusal-messages.js';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  theme: Theme;
  language: Language;
  setTheme: (theme: Theme) => void;
  setLanguage: (language: Language) => void;
  /** Takes what the server keeps for the member. */
  adopt: (member: { theme: string | null; locale: string | null; timeZone: string | null }) => void;
}

const PreferencesContext = createContext<Preferences | undefined>(undefined);
const THEME_KEY = 'herald-theme';
const LANGUAGE_KEY = 'herald-language';

/** Theme, language and time zone: of this browser until the member's own are known. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(() => themeOf(recall(THEME_KEY)));
  const [language, setLanguage] = useState(() => languageOf(recall(LANGUAGE_KEY) ?? navigator.language));
  const [zone, setZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  useEffect(() => {
    if (theme === 'system') {
      delete document.documentElement.dataset['theme'];
    } else {
      document.documentElement.dataset['theme'] = theme;
    }
    remember(THEME_KEY, theme);
  }, [theme]);
  useEffect(() => {
    remember(LANGUAGE_KEY, language);
    // Without them the server's own words stay.
    loadRefusals(language).then(setRefusalTexts, () => undefined);
  }, [language]);
  const adopt = useCallback<Preferences['adopt']>((member) => {
    if (member.theme !== null) {
      setTheme(themeOf(member.theme));
    }
    if (member.locale !== null) {
      setLanguage(languageOf(member.locale));
    }
    if (member.timeZone !== null) {
      setZone(member.timeZone);
    }
  }, []);
  const preferences = useMemo(() => ({ theme, language, setTheme, setLanguage, adopt }), [theme, language, adopt]);
  return (
    <PreferencesContext value={preferences}>
      <I18nProvider language={language} zone={zone}>
        <RefusalSentences />
        {children}
      </I18nProvider>
    </PreferencesContext>
  );
}

/** Gives the client the sentences for refusals in the language of the reader. */
function RefusalSentences() {
  const { language } = useI18n();
  const messages = useRefusalMessages();
  useEffect(() => setRefusalSentences(messages, language === 'en'), [messages, language]);
  return null;
}

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext);
  if (preferences === undefined) {
    throw new Error('PreferencesProvider is missing');
  }
  return preferences;
}

function themeOf(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** A browser may refuse its storage; then nothing is remembered. */
function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
