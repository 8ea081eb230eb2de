import { useId, type ReactNode } from 'react';
import css from './card.module.css';
import { join } from './join.js';

interface CardProps {
  title?: ReactNode;
  /** Beside the title, quieter. */
  note?: ReactNode;
  /** Set for content from edge to edge, such as a table. */
  isFlush?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A sheet of paper on the desk, with a title of its own. */
export function Card({ title, note, isFlush = false, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={join(css['card'], isFlush && css['flush'], className)} aria-labelledby={title ? id : undefined}>
      {title !== undefined && (
        <header className={css['head']}>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <p className={css['note']}>{note}</p>}
        </header>
      )}
      {children}
    </section>
  );
}
