import type { ReactNode } from 'react';
import { type Language, useI18n } from '../../i18n/i18n.js';
import { I18nProvider, RouterProvider } from 'react-aria-components';

/** Languages of the parts of React Aria: it has no German ones here, which every reader would load. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', tr: 'tr-TR', de: 'en-US' };

interface LinksProps {
  /** Follows a path without a reload of the page. */
  follow: (href: string) => void;
  children: ReactNode;
}

/** Gives links inside the panel their way, and parts their language. */
export function Links({ follow, children }: LinksProps) {
  const { language } = useI18n();
  return (
    <I18nProvider locale={LOCALES[language]}>
      <RouterProvider navigate={follow}>{children}</RouterProvider>
    </I18nProvider>
  );
}
