import type { ReactNode } from 'react';
import css from './icon.module.css';

/** Strokes on a field of 20 by 20. */
const SHAPES = {
  menu: <path d="M3 6h14M3 10h14M3 14h14" />,
  close: <path d="M5 5l10 10M15 5L5 15" />,
  up: <path d="M5 12l5-5 5 5" />,
  down: <path d="M5 8l5 5 5-5" />,
  left: <path d="M12 5l-5 5 5 5" />,
  right: <path d="M8 5l5 5-5 5" />,
  check: <path d="M4 10.5l4 4 8-9" />,
  alert: <path d="M10 3l8 14H2zM10 8v4M10 14.4v.2" />,
  lock: <path d="M5 9h10v8H5zM7 9V6a3 3 0 016 0v3" />,
  search: <path d="M9 15A6 6 0 109 3a6 6 0 000 12zM13.5 13.5L17 17" />,
  away: <path d="M3 8a11 11 0 0114 0M6 11.5a6.5 6.5 0 018 0M10 15.5v.1M3 3l14 14" />,
  empty: <path d="M3 11l2.5-7h9L17 11v5H3zM3 11h4l1.5 2.5h3L13 11h4" />,
  home: <path d="M3 9l7-6 7 6v8h-5v-5H8v5H3z" />,
  campaign: <path d="M3 8v4h3l7 4V4L6 8zM16 8a3 3 0 010 4" />,
  people: <path d="M7 10a3 3 0 100-6 3 3 0 000 6zM2 17a5 5 0 0110 0M13 4.5a3 3 0 010 5M14.5 12.3A5 5 0 0118 17" />,
  plug: <path d="M7 3v4M13 3v4M5 7h10v3a5 5 0 01-10 0zM10 15v3" />,
  member: <path d="M10 10a3 3 0 100-6 3 3 0 000 6zM4 17a6 6 0 0112 0" />,
  log: <path d="M5 3h10v14H5zM8 7h4M8 10h4M8 13h2" />,
  parts: <path d="M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z" />,
  phone: <path d="M6 2h8v16H6zM9 15.5h2" />,
  pause: <path d="M7 4v12M13 4v12" />,
  sliders: <path d="M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4" />,
  funnel: <path d="M3 4h14l-5.5 6.5V16l-3 1.5v-7z" />,
  report: <path d="M4 17V9M10 17V3M16 17v-6" />,
  pin: <path d="M10 18c4-4.5 6-7.6 6-10a6 6 0 10-12 0c0 2.4 2 5.5 6 10zM10 10a2 2 0 100-4 2 2 0 000 4z" />,
  route: <path d="M5 8a2 2 0 100-4 2 2 0 000 4zM15 16a2 2 0 100-4 2 2 0 000 4zM7 6h6a2 2 0 010 4H7a2 2 0 000 4h6" />,
  picture: <path d="M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 5M7 7.5v.1" />,
  template: <path d="M3 3h14v14H3zM3 8h14M8 8v9" />,
  key: <path d="M7 13a4 4 0 113.5-6H18v3h-2v3h-3v-3h-2.5A4 4 0 017 13zM7 9v.1" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** A picture beside a word; it is never the only name of anything. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={css['icon']} viewBox="0 0 20 20" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  );
}
