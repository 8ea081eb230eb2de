import type { components } from '../../../../openapi/panel.d.ts';
import type { PanelSite } from '../panel-site.js';

type Report = components['schemas']['ReportDto'];
type ReportLine = components['schemas']['ReportLineDto'];
type ReportFigures = Omit<ReportLine, 'name' | 'title' | 'campaigns'>;

const DAY_MS = 86_400_000;
const NAMES = {
  platform: ['IOS', 'ANDROID', 'EMAIL', 'ANY'],
  label: ['spring', '', '=winback'],
  campaign: ['1234', '1233', '1232'],
} as const;
const TITLES: Readonly<Record<string, string>> = { 1234: 'Spring arrivals, members first', 1233: 'November digest' };

/** Figures that add up, of the line with this number. */
function figuresOf(index: number): ReportFigures {
  const planned = 40_000 + ((index * 7919) % 23) * 1000;
  const failed = 200 + ((index * 31) % 11) * 40;
  const skipped = 100 + ((index * 17) % 7) * 30;
  const waiting = index % 5 === 3 ? 900 : 0;
  const sent = planned - failed - skipped - waiting;
  const receivable = Math.round(sent * 0.7);
  const openable = sent - receivable;
  return {
    planned,
    sent,
    failed,
    skipped,
    waiting,
    received: Math.round(receivable * 0.9),
    receivable,
    opened: Math.round(openable * 0.3),
    openable,
    clicked: Math.round(sent * 0.04),
    machineOpened: 0,
    machineClicked: 0,
  };
}

/** Figures of recipients without a result. */
const UNKNOWN: ReportFigures = {
  planned: 900,
  sent: 0,
  failed: 0,
  skipped: 0,
  waiting: 900,
  received: 0,
  receivable: 0,
  opened: 0,
  openable: 0,
  clicked: 0,
  machineOpened: 0,
  machineClicked: 0,
};

function sumOf(lines: readonly ReportFigures[]): ReportFigures {
  const [first = figuresOf(0), ...rest] = lines;
  const names = Object.keys(figuresOf(0)) as (keyof ReportFigures)[];
  return rest.reduce<ReportFigures>(
    (all, line) => Object.fromEntries(names.map((name) => [name, all[name] + line[name]])) as unknown as ReportFigures,
    first,
  );
}

/** Answers as the server does: every day of the range, or three lines of another kind. */
function answerReport(search: URLSearchParams): Report {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const by = (search.get('by') ?? 'day') as Report['by'];
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const names =
    by === 'day'
      ? Array.from({ length: days }, (_, index) =>
          new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
        )
      : NAMES[by];
  const lines = names.map((name, index): ReportLine => ({
    name,
    title: by === 'campaign' ? (TITLES[name] ?? null) : null,
    campaigns: by === 'platform' ? null : 1,
    ...(name === 'ANY' ? UNKNOWN : figuresOf(index)),
  }));
  if (by !== 'day') {
    lines.sort((a, b) => b.planned - a.planned);
  }
  return {
    from,
    to,
    zone: search.get('zone') ?? 'UTC',
    by,
    lines,
    total: { ...sumOf(lines), campaigns: lines.length },
    keptFrom: '2020-01-01',
    asOf: new Date().toISOString(),
  };
}

/** A range without a campaign. */
export function emptyReport(search: URLSearchParams): Report {
  const report = answerReport(search);
  const zeros = Object.fromEntries(Object.keys(figuresOf(0)).map((name) => [name, 0])) as unknown as ReportFigures;
  return { ...report, lines: report.lines.map((line) => ({ ...line, ...zeros })), total: { ...zeros, campaigns: 0 } };
}

export function answerReports(site: PanelSite): PanelSite {
  return site.on('GET /apps/shop/reports', ({ search }) => ({ body: answerReport(search) }));
}
