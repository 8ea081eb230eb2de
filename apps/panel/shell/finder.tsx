import { lazy, Suspense, useEffect, useState } from 'react';
import type { Application } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Icon } from '../kit/layout/icon.js';
import { useI18n } from '../i18n/i18n.js';
import css from './finder.module.css';

/** Loaded when one of them is first opened. */
const FinderDialogs = lazy(() =>
  import('./finder-dialogs.js').then(({ FinderDialogs: component }) => ({ default: component })),
);

const KEYS = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K';

/**
 * Finds a place, a campaign or a person from everywhere: by its button, or by Ctrl and K (on a Mac, Cmd and K). `?`
 * lists the keys.
 */
export function Finder({ app }: { app: Application }) {
  const { w } = useI18n();
  const [shown, setShown] = useState<'finder' | 'keys' | 'none'>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        setShown('finder');
      } else if (
        key === '?' &&
        !(target as HTMLElement).closest('input, textarea, [contenteditable], [role$=dialog]')
      ) {
        setShown('keys');
      }
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button className={css['finder']} onPress={() => setShown('finder')}>
        <Icon name="search" />
        <span className={css['name']}>{w.nav.find}</span>
        <kbd className={css['keys']} aria-hidden="true">
          {KEYS}
        </kbd>
      </Button>
      {shown && (
        <Suspense>
          <FinderDialogs app={app} finderKeys={KEYS} shown={shown} onClose={() => setShown('none')} />
        </Suspense>
      )}
    </>
  );
}
