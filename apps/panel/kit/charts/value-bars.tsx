import { useI18n } from '../../i18n/i18n.js';
import { ChartFrame } from './chart-frame.js';
import css from './charts.module.css';

export interface ValueBar {
  id: string;
  name: string;
  n: number;
}

interface ValueBarsProps {
  title: string;
  /** The kind of thing that a bar stands for. */
  kind: string;
  /** The unit of the count. */
  unit: string;
  /** Heads the column of shares. */
  share: string;
  bars: readonly ValueBar[];
  /** The whole that the shares refer to. */
  of: number;
}

/** A bar for each value, the longest as wide as there is space. */
export function ValueBars({ title, kind, unit, share, bars, of }: ValueBarsProps) {
  const { f } = useI18n();
  const longest = bars.reduce((peak, { n }) => Math.max(peak, n), 1);
  const shareOf = (n: number): string => (of === 0 ? '–' : f.percent(n / of));
  return (
    <ChartFrame
      title={title}
      rows={bars}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', name: kind, isName: true, renderCell: ({ name }) => name },
        { id: 'n', name: unit, isNumber: true, isShort: true, renderCell: ({ n }) => f.number(n) },
        { id: 'share', name: share, isNumber: true, isShort: true, renderCell: ({ n }) => shareOf(n) },
      ]}
    >
      <ol className={css['funnel']} aria-label={title}>
        {bars.map(({ id, name, n }) => (
          <li key={id}>
            <p>
              <span>{name}</span>
              <span>
                <span className={css['above']}>{shareOf(n)}</span>
                <strong>{f.number(n)}</strong>
              </span>
            </p>
            <svg width="100%" className={css['bar']} aria-hidden="true">
              <rect width={`${(100 * n) / longest}%`} height="100%" className={css['sent']} />
            </svg>
          </li>
        ))}
      </ol>
    </ChartFrame>
  );
}
