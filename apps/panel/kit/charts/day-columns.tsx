import { useId } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import type { Tone } from '../layout/badge.js';
import { ChartFrame } from './chart-frame.js';
import { useMeasuredWidth } from './measured-width.js';
import { topOf } from './scale.js';
import { Stripes } from './stripes.js';
import css from './charts.module.css';

export interface DayColumn {
  /** ISO date. */
  day: string;
  parts: readonly { tone: Tone; name: string; n: number }[];
}

const HEIGHT = 168;
const PLOT = { left: 44, top: 12, bottom: 140 };
const WIDEST = 40;
/** The least width of a labelled column, in pixels; of narrower ones some are labelled, the last one always. */
const ROOM_OF_NAME = 48;

/** One stacked column for each day. */
export function DayColumns({ title, days }: { title: string; days: readonly DayColumn[] }) {
  const { w, f } = useI18n();
  const id = useId();
  const [frame, width] = useMeasuredWidth(480);
  const sums = days.map(({ parts }) => parts.reduce((sum, { n }) => sum + n, 0));
  const top = topOf(Math.max(...sums));
  const step = (width - PLOT.left - 8) / Math.max(1, days.length);
  const bar = Math.min(WIDEST, step * 0.6);
  const namedEvery = Math.max(1, Math.ceil(ROOM_OF_NAME / step));
  const height = (n: number): number => (n / top) * (PLOT.bottom - PLOT.top);
  const names = days[0]?.parts ?? [];
  return (
    <ChartFrame
      title={title}
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        { id: 'day', name: w.campaigns.due, isName: true, renderCell: ({ day }) => f.day(day) },
        ...names.map(({ tone, name }, index) => ({
          id: tone,
          name,
          isNumber: true,
          renderCell: ({ parts }: DayColumn) => f.number(parts[index]?.n ?? 0),
        })),
      ]}
    >
      <div ref={frame}>
        <svg
          width={width}
          height={HEIGHT}
          className={css['chart']}
          role="img"
          aria-label={`${title}: ${f.number(sums.reduce((sum, n) => sum + n, 0))}`}
        >
          <Stripes id={id} />
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line
                x1={PLOT.left}
                x2={width - 8}
                y1={PLOT.bottom - height(value)}
                y2={PLOT.bottom - height(value)}
                className={css['grid']}
              />
              <text x={PLOT.left - 8} y={PLOT.bottom - height(value) + 4} textAnchor="end">
                {f.compact(value)}
              </text>
            </g>
          ))}
          {days.map(({ day, parts }, index) => {
            const middle = PLOT.left + step * (index + 0.5);
            return (
              <g key={day}>
                {parts.map(({ tone, n }, part) => (
                  <rect
                    key={tone}
                    x={middle - bar / 2}
                    width={bar}
                    y={PLOT.bottom - height(parts.slice(0, part + 1).reduce((sum, entry) => sum + entry.n, 0))}
                    height={height(n)}
                    className={css[tone]}
                    {...(tone === 'failed' && { fill: `url(#${id})` })}
                  />
                ))}
                {(days.length - 1 - index) % namedEvery === 0 && (
                  <text x={middle} y={HEIGHT - 8} textAnchor="middle">
                    {f.day(day)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}
