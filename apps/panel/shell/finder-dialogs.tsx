import type { Application } from '../api/types.js';
import { FinderDialog } from './finder-dialog.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';

interface FinderDialogsProps {
  app: Application;
  finderKeys: string;
  shown: 'finder' | 'keys' | 'none';
  onClose: () => void;
}

/** The finder, and the list of keys: one of them at most is open. */
export function FinderDialogs({ app, finderKeys, shown, onClose }: FinderDialogsProps) {
  const close = (isOpen: boolean): void => {
    if (!isOpen) {
      onClose();
    }
  };
  return (
    <>
      <FinderDialog app={app} isOpen={shown === 'finder'} onOpenChange={close} />
      <ShortcutsDialog finderKeys={finderKeys} isOpen={shown === 'keys'} onOpenChange={close} />
    </>
  );
}
