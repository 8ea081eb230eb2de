import { toCsvCell } from '#platform/collections';
import type { Report, ReportLine } from './report.types.js';

const FIGURES = [
  'campaigns',
  'planned',
  'sent',
  'failed',
  'skipped',
  'waiting',
  'received',
  'receivable',
  'opened',
  'openable',
  'clicked',
  'machineOpened',
  'machineClicked',
] as const satisfies readonly (keyof ReportLine)[];

/** Writes the lines of a report and their sum as CSV (RFC 4180, with a line of names). */
export function* writeReport({ query: { by }, lines, total }: Report): Generator<string> {
  yield `${[by, ...(by === 'campaign' ? ['title'] : []), ...FIGURES].join(',')}\r\n`;
  for (const line of lines) {
    yield toLine(by === 'campaign', { ...line, name: line.name ?? 'others' });
  }
  yield toLine(by === 'campaign', { ...total, name: 'total', title: null });
}

function toLine(hasTitle: boolean, line: ReportLine): string {
  const texts = [line.name ?? '', ...(hasTitle ? [line.title ?? ''] : [])].map(toCsvCell);
  return `${[...texts, ...FIGURES.map((name) => line[name] ?? '')].join(',')}\r\n`;
}
