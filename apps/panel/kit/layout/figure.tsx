import type { ReactNode } from 'react';
import css from './figure.module.css';

/** The most important number of a screen, and beside it what it is. */
export function Figure({ value, unit }: { value: string; unit: ReactNode }) {
  return (
    <p className={css['figure']}>
      <strong>{value}</strong> <span>{unit}</span>
    </p>
  );
}
