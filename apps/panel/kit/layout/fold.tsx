import type { ReactNode } from 'react';
import css from './fold.module.css';
import { Icon } from './icon.js';

/** More about something, closed at first. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className={css['fold']}>
      <summary>
        <Icon name="right" />
        {title}
      </summary>
      <div className={css['inside']}>{children}</div>
    </details>
  );
}
