import { useId } from 'react';
import type { Tone } from '../layout/badge.js';
import { join } from '../layout/join.js';
import { Stripes } from './stripes.js';
import css from './charts.module.css';

export interface Part {
  tone: Tone;
  name: string;
  n: number;
}

interface StackedBarProps {
  /** The content in words, for screen readers. */
  label: string;
  parts: readonly Part[];
  /** More than the parts where some are missing. */
  total: number;
  isSmall?: boolean;
}

/** A share that is there is seen: some three pixels of a wide bar. */
const LEAST_SHARE = 0.4;

/** Shares of a whole, beside each other. */
export function StackedBar({ label, parts, total, isSmall = false }: StackedBarProps) {
  const id = useId();
  const shareOf = (n: number): number => (total === 0 ? 0 : (100 * n) / total);
  const shares = parts.map((part, index) => ({
    ...part,
    at: parts.slice(0, index).reduce((sum, { n }) => sum + shareOf(n), 0),
    share: shareOf(part.n),
  }));
  return (
    <svg className={join(css['bar'], isSmall && css['small'])} width="100%" role="img" aria-label={label}>
      <Stripes id={id} />
      <rect width="100%" height="100%" className={css['waiting']} />
      {shares
        .filter(({ n }) => n > 0)
        .map(({ tone, at, share }) => (
          <rect
            key={tone}
            x={`${at}%`}
            width={`${Math.max(share, LEAST_SHARE)}%`}
            height="100%"
            className={css[tone]}
            {...(tone === 'failed' && { fill: `url(#${id})` })}
          />
        ))}
    </svg>
  );
}
