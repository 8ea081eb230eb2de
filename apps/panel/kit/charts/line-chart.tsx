import { useI18n } from '../../i18n/i18n.js';
import { ChartFrame } from './chart-frame.js';
import { useMeasuredWidth } from './measured-width.js';
import { topOf } from './scale.js';
import css from './charts.module.css';

export interface Point {
  /** ISO time. */
  at: string;
  value: number;
}

const HEIGHT = 168;
const PLOT = { left: 44, top: 12, bottom: 140 };

/** A value over time, at most some hundred points. */
export function LineChart({ title, unit, points }: { title: string; unit: string; points: readonly Point[] }) {
  const { w, f } = useI18n();
  const [frame, width] = useMeasuredWidth(480);
  const top = topOf(Math.max(...points.map(({ value }) => value)));
  const first = new Date(points[0]?.at ?? 0).getTime();
  const span = Math.max(1, new Date(points.at(-1)?.at ?? 0).getTime() - first);
  const x = (at: string): number => PLOT.left + ((new Date(at).getTime() - first) / span) * (width - PLOT.left - 8);
  const y = (value: number): number => PLOT.bottom - (value / top) * (PLOT.bottom - PLOT.top);
  const line = points
    .map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const last = points.at(-1);
  return (
    <ChartFrame
      title={title}
      rows={points}
      keyOf={({ at }) => at}
      columns={[
        { id: 'at', name: w.campaign.at, isName: true, renderCell: ({ at }) => f.clock(at) },
        { id: 'value', name: unit, isNumber: true, renderCell: ({ value }) => f.number(Math.round(value)) },
      ]}
    >
      <div ref={frame}>
        <svg
          width={width}
          height={HEIGHT}
          className={css['chart']}
          role="img"
          aria-label={`${title}: ${f.number(Math.round(last?.value ?? 0))}`}
        >
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line x1={PLOT.left} x2={width - 8} y1={y(value)} y2={y(value)} className={css['grid']} />
              <text x={PLOT.left - 8} y={y(value) + 4} textAnchor="end">
                {f.compact(value)}
              </text>
            </g>
          ))}
          {last && (
            <>
              <path d={`${line}L${x(last.at)} ${PLOT.bottom}L${PLOT.left} ${PLOT.bottom}Z`} className={css['area']} />
              <path d={line} className={css['line']} />
              <text x={PLOT.left} y={HEIGHT - 8}>
                {f.clock(points[0]?.at ?? last.at)}
              </text>
              <text x={width - 8} y={HEIGHT - 8} textAnchor="end">
                {f.clock(last.at)}
              </text>
            </>
          )}
        </svg>
      </div>
    </ChartFrame>
  );
}
