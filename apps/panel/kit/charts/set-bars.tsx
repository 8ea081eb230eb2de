import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { join } from '../layout/join.js';
import type { Column } from '../tables/table.js';
import { ChartFrame } from './chart-frame.js';
import charts from './charts.module.css';
import css from './set-bars.module.css';

/** @property sets  indexes of the sets, from 0, that contain the counted users */
export interface SetBar {
  id: string;
  name: string;
  sets: readonly number[];
  n: number;
}

interface SetBarsProps {
  title: string;
  /** The kind of thing that a bar stands for. */
  kind: string;
  /** The unit of the count. */
  unit: string;
  /** Heads the column of shares. */
  share: string;
  /** Names of the sets, in their order. */
  sets: readonly string[];
  /** All of them stand in the table. */
  bars: readonly SetBar[];
  /** So many are drawn. */
  shown: number;
  /** Actions on a bar. */
  renderAction?: (bar: SetBar) => ReactNode;
}

/** A bar for each combination of sets, with a dot for each set: filled where the bar is inside it. */
export function SetBars({ title, kind, unit, share, sets, bars, shown, renderAction }: SetBarsProps) {
  const { f } = useI18n();
  const longest = bars.reduce((peak, { n }) => Math.max(peak, n), 1);
  const all = bars.reduce((sum, { n }) => sum + n, 0);
  const columns: Column<SetBar>[] = [
    { id: 'name', name: kind, isName: true, renderCell: ({ name }) => name },
    { id: 'n', name: unit, isNumber: true, isShort: true, renderCell: ({ n }) => f.number(n) },
    { id: 'share', name: share, isNumber: true, isShort: true, renderCell: ({ n }) => f.percent(n / all) },
  ];
  return (
    <ChartFrame title={title} rows={bars} keyOf={({ id }) => id} columns={columns}>
      <ol className={charts['legend']}>
        {sets.map((name, place) => (
          <li key={`${place} ${name}`}>
            <Dot place={place} isIn={false} />
            {name}
          </li>
        ))}
      </ol>
      <ol className={charts['funnel']} aria-label={title}>
        {bars.slice(0, shown).map((bar) => (
          <li key={bar.id}>
            <p>
              <span>{bar.name}</span>
              <strong>{f.number(bar.n)}</strong>
            </p>
            <div className={css['line']}>
              <div className={css['dots']}>
                {sets.map((name, place) => (
                  <Dot key={`${place} ${name}`} place={place} isIn={bar.sets.includes(place)} />
                ))}
              </div>
              {renderAction?.(bar)}
            </div>
            <svg width="100%" className={charts['bar']} aria-hidden="true">
              <rect width={`${(100 * bar.n) / longest}%`} height="100%" className={charts['sent']} />
            </svg>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}

/** The number of a set; the name of the bar says the same in words. */
function Dot({ place, isIn }: { place: number; isIn: boolean }) {
  return (
    <svg viewBox="0 0 18 18" className={join(css['dot'], isIn && css['in'])} aria-hidden="true">
      <circle cx="9" cy="9" r="8" />
      <text x="9" y="12.5">
        {place + 1}
      </text>
    </svg>
  );
}
