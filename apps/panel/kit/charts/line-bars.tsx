import { useId } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Mark } from '../layout/badge.js';
import { ChartFrame } from './chart-frame.js';
import css from './charts.module.css';
import type { Part } from './stacked-bar.js';
import { Stripes } from './stripes.js';

interface Line {
  id: string;
  name: string;
  parts: readonly Part[];
}

interface LineBarsProps {
  title: string;
  /** The kind of thing that a line stands for. */
  kind: string;
  lines: readonly Line[];
}

/** A stacked bar for each line, the longest as wide as there is space. */
export function LineBars({ title, kind, lines }: LineBarsProps) {
  const { f } = useI18n();
  const id = useId();
  const sums = new Map(lines.map((line) => [line.id, line.parts.reduce((sum, { n }) => sum + n, 0)]));
  const longest = Math.max(...sums.values(), 1);
  const first = lines[0]?.parts ?? [];
  return (
    <ChartFrame
      title={title}
      rows={lines}
      keyOf={(line) => line.id}
      columns={[
        { id: 'name', name: kind, isName: true, renderCell: ({ name }) => name },
        ...first.map(({ tone, name }, index) => ({
          id: tone,
          name,
          isNumber: true,
          renderCell: ({ parts }: Line) => f.number(parts[index]?.n ?? 0),
        })),
      ]}
    >
      <ol className={css['funnel']} aria-label={title}>
        {lines.map(({ id: line, name, parts }) => (
          <li key={line}>
            <p>
              <span>{name}</span>
              <strong>{f.number(sums.get(line) ?? 0)}</strong>
            </p>
            <svg width="100%" className={css['bar']} aria-hidden="true">
              <Stripes id={id} />
              {parts.map(({ tone, n }, index) => (
                <rect
                  key={tone}
                  x={`${(100 * parts.slice(0, index).reduce((sum, part) => sum + part.n, 0)) / longest}%`}
                  width={`${(100 * n) / longest}%`}
                  height="100%"
                  className={css[tone]}
                  {...(tone === 'failed' && { fill: `url(#${id})` })}
                />
              ))}
            </svg>
          </li>
        ))}
      </ol>
      <ChartLegend parts={first} />
    </ChartFrame>
  );
}

/** The legend of the colours; failed is striped too. */
export function ChartLegend({ parts }: { parts: readonly Pick<Part, 'tone' | 'name'>[] }) {
  return (
    <ul className={css['legend']}>
      {parts.map(({ tone, name }) => (
        <li key={tone}>
          <Mark tone={tone} />
          {name}
        </li>
      ))}
    </ul>
  );
}
