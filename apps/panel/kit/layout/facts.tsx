import type { ReactNode } from 'react';
import css from './facts.module.css';

export interface Fact {
  name: ReactNode;
  /** Beside the name, quieter. */
  note?: ReactNode;
  value: ReactNode;
}

/** Names and their values, one to a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css['facts']}>
      {facts.map(({ name, note, value }, index) => (
        <div key={index} className={css['fact']}>
          <dt>
            {name}
            {note !== undefined && note !== null && <span className={css['note']}>{note}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
