import type { ReactNode } from 'react';
import css from './badge.module.css';
import { join } from './join.js';

export type Tone = 'sent' | 'failed' | 'skipped' | 'doubt' | 'waiting' | 'quiet';

/** A state in a word, on its colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={join(css['badge'], css[tone])}>{children}</span>;
}

/** The mark of a tone before its word, as in the legend of a bar: failed is striped too. */
export function Mark({ tone }: { tone: Tone }) {
  return <span className={join(css['mark'], css[`mark-${tone}`])} aria-hidden="true" />;
}
