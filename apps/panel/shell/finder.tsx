import { lazy, Suspense, useEffect, useState } from 'react';
import type { Application } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Icon } from '../kit/layout/icon.js';
import { useSpeech } from '../words/words.js';
import css from './finder.module.css';

/** Loaded when it is first opened. */
const FinderDialog = lazy(() =>
  import('./finder-dialog.js').then(({ FinderDialog: component }) => ({ default: component })),
);

/** Finds a place, a campaign or a person from everywhere: by its button, or by Ctrl and K (on a Mac, Cmd and K). */
export function Finder({ app }: { app: Application }) {
  const { w } = useSpeech();
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = (): void => {
    setWasOpened(true);
    setIsOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        setWasOpened(true);
        setIsOpen(true);
      }
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Button className={css['finder']} onPress={open}>
        <Icon name="search" />
        <span className={css['name']}>{w.nav.find}</span>
        <kbd className={css['keys']} aria-hidden="true">
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </Button>
      {wasOpened && (
        <Suspense>
          <FinderDialog app={app} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}

const IS_MAC = navigator.platform.startsWith('Mac');
