import { useMemo } from 'react';
import { useI18n } from '../i18n/i18n.js';

/** Tags of languages (BCP 47) that are offered. */
export const LANGUAGE_TAGS =
  'ar az bg bn bs ca cs da de el en es et fa fi fr he hi hr hu hy id is it ja ka kk ko ku lt lv mk ms nl no pl pt pt-BR ro ru sk sl sq sr sv sw th tk tr uk ur uz vi zh zh-TW'.split(
    ' ',
  );

/** How languages are called, by the name that a message has for them. */
export function useLanguageNames(): (name: string) => string {
  const { language } = useI18n();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'language' });
    return (name) => {
      try {
        return names.of(name) ?? name;
      } catch {
        // Messages of the interface may have names that are no tags.
        return name;
      }
    };
  }, [language]);
}
