import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../controls/button.js';
import { Icon } from '../layout/icon.js';
import css from './toast.module.css';

interface Note {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  tone: 'good' | 'bad';
  text: string;
}

const ToastContext = createContext<(text: string, tone?: Note['tone']) => void>(() => {});
/** The most notes at once; older ones are closed. */
const MAX_SHOWN = 3;

/** The age up to which a note stays at a change of the screen, in ms: it belongs to the next one too. */
const FRESH_MS = 1000;

/**
 * Shows the results of actions. A note stays until it is closed or newer ones replace it, so that slow readers can read
 * it. It is removed with its screen, because it may cover controls of another.
 *
 * @param onScreen  calls back at each change of the screen, and returns its unsubscribe function
 */
export function ToastRegion({
  onScreen,
  children,
}: {
  onScreen: (changed: () => void) => () => void;
  children: ReactNode;
}) {
  const { w } = useI18n();
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const notify = useCallback((text: string, tone: Note['tone'] = 'good') => {
    const at = Date.now();
    setNotes((before) => [...before, { id: at + Math.random(), at, tone, text }].slice(-MAX_SHOWN));
  }, []);
  useEffect(
    () => onScreen(() => setNotes((before) => before.filter(({ at }) => Date.now() - at < FRESH_MS))),
    [onScreen],
  );
  return (
    <ToastContext value={notify}>
      {children}
      <div className={css['region']} role="status" aria-live="polite">
        {notes.map(({ id, tone, text }) => (
          <div key={id} className={css['toast']}>
            <span className={css[tone]}>
              <Icon name={tone === 'good' ? 'check' : 'alert'} />
            </span>
            <p>{text}</p>
            <Button kind="quiet" label={w.close} onPress={() => setNotes(notes.filter((note) => note.id !== id))}>
              <Icon name="close" />
            </Button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

/** Shows a note: `notify('Paused.')`. */
export function useToast(): (text: string, tone?: 'good' | 'bad') => void {
  return useContext(ToastContext);
}
