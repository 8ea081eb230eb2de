import type { Report, ReportLine } from '../api/reports/reports.js';
import { DayColumns } from '../kit/charts/day-columns.js';
import { ChartLegend, LineBars } from '../kit/charts/line-bars.js';
import type { Part } from '../kit/charts/stacked-bar.js';
import { useLineName } from './line-name.js';
import css from './reports.module.css';
import { useReportMessages } from './messages.js';

/** More bars are no picture any more; the table has them all. */
const MOST_BARS = 12;
const PARTS = ['sent', 'failed', 'skipped', 'waiting'] as const;

/** Draws the results of each line: a column a day, else a bar for each of the longest. */
export function ReportChart({ report: { by, lines } }: { report: Report }) {
  const messages = useReportMessages();
  const nameOf = useLineName(by);
  const partsOf = (line: ReportLine): Part[] => PARTS.map((tone) => ({ tone, name: messages[tone], n: line[tone] }));
  if (by === 'day') {
    return (
      <>
        <DayColumns
          title={messages.chart}
          days={lines.map((line) => ({ day: line.name ?? '', parts: partsOf(line) }))}
        />
        <ChartLegend parts={PARTS.map((tone) => ({ tone, name: messages[tone] }))} />
      </>
    );
  }
  const shown = lines.slice(0, MOST_BARS);
  return (
    <>
      {lines.length > shown.length && <p className={css['quiet']}>{messages.longest(shown.length)}</p>}
      <LineBars
        title={messages.chart}
        kind={messages.groups[by]}
        lines={shown.map((line) => ({ id: line.name ?? ' ', name: nameOf(line), parts: partsOf(line) }))}
      />
    </>
  );
}
