import { useEffect, useRef, type ReactNode } from 'react';
import css from './fold.module.css';
import { Icon } from './icon.js';

interface FoldProps {
  title: ReactNode;
  /** Opens it when it becomes true; only the reader closes it. */
  opens?: boolean;
  children: ReactNode;
}

/** More about something, closed at first. */
export function Fold({ title, opens = false, children }: FoldProps) {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opens && place.current) {
      place.current.open = true;
    }
  }, [opens]);
  return (
    <details ref={place} className={css['fold']}>
      <summary>
        <Icon name="right" />
        {title}
      </summary>
      <div className={css['inside']}>{children}</div>
    </details>
  );
}
