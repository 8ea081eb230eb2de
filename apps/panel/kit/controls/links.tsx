import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { I18nProvider, RouterProvider } from 'react-aria-components';

interface LinksProps {
  /** Follows a path without a reload of the page. */
  follow: (href: string) => void;
  children: ReactNode;
}

/** Gives links inside the panel their way, and parts their language. */
export function Links({ follow, children }: LinksProps) {
  const { language } = useI18n();
  return (
    <I18nProvider locale={language === 'tr' ? 'tr-TR' : 'en-US'}>
      <RouterProvider navigate={follow}>{children}</RouterProvider>
    </I18nProvider>
  );
}
