import { Injectable } from '@nestjs/common';
import { PLATFORMS, platformByNumber } from '#libs/content';
import { sendRetentionOf } from '#libs/delivery';
import type { Application } from '#libs/tenancy';
import { groupBy } from '#platform/collections';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { instantIn, readTimeZone } from '#platform/spelling';
import { ReportRepository, type ReportSums } from './report.repository.js';
import { MAX_REPORT_DAYS, type Report, type ReportFigures, type ReportLine, type ReportQuery } from './report.types.js';

const DAY_MS = 24 * 3_600_000;
/** Lines that are distinguished; the others are one line together. Days and platforms are always fewer. */
const MAX_LINES = 500;
/** Devices that tell that a message arrived: mail servers and phone networks tell it by callbacks, in another table. */
const SILENT_PLATFORMS: readonly number[] = [PLATFORMS.EMAIL.number, PLATFORMS.SMS.number];

const NOTHING: ReportFigures = {
  planned: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  waiting: 0,
  received: 0,
  receivable: 0,
  opened: 0,
  openable: 0,
  clicked: 0,
  machineOpened: 0,
  machineClicked: 0,
};

/**
 * Reports on the campaigns of some days. Each is of the day of its launch, whenever its results came; transactional sends,
 * test messages and copies for fault drills are not in it.
 */
@Injectable()
export class ReportService {
  constructor(
    private readonly db: Database,
    private readonly reports: ReportRepository,
    private readonly clock: ClockService,
  ) {}

  /** @throws AppError malformed for days that there are not, too many of them, or another zone */
  async read(app: Application, query: ReportQuery): Promise<Report> {
    const zone = readTimeZone(query.zone);
    if (zone === undefined) {
      throw new AppError('malformed', `There is no time zone ${query.zone}`, { field: 'zone' });
    }
    const days = listDays(query);
    const bounds = [...days, addDay(days.at(-1) ?? query.to)].map((day) => instantIn(zone, `${day}T00:00:00`));
    const { sums, asOf } = await this.db.reads.within('recent', async (ageMs) => ({
      asOf: new Date(this.clock.now().getTime() - Math.ceil(ageMs)),
      sums: await this.reports.sum(app.id, query.by, bounds, MAX_LINES),
    }));
    const keptFrom = toDay(asOf.getTime() - sendRetentionOf(app).statistics * DAY_MS);
    const lines = toLines(query, days, sums);
    const total = lines.reduce<ReportFigures>((all, line) => add(all, line), NOTHING);
    const campaigns = sums.reduce((all, sum) => all + sum.campaigns, 0);
    return { query, lines, total: { ...total, campaigns }, keptFrom, asOf };
  }
}

/** Every day of a range. */
function listDays({ from, to }: ReportQuery): string[] {
  const [first, last] = [readDay(from, 'from'), readDay(to, 'to')];
  if (last < first) {
    throw new AppError('malformed', 'The last day is before the first', { field: 'to' });
  }
  const count = (last - first) / DAY_MS + 1;
  if (count > MAX_REPORT_DAYS) {
    throw new AppError('malformed', `A report has at most ${MAX_REPORT_DAYS} days`, { field: 'to' });
  }
  return Array.from({ length: count }, (_, index) => toDay(first + index * DAY_MS));
}

/** Years of four digits: beyond them neither side of the interface has dates. */
function readDay(text: string, field: string): number {
  const at = /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at) || toDay(at) !== text) {
    throw new AppError('malformed', `Field '${field}' should be a day, such as 2030-02-01`, { field });
  }
  return at;
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function addDay(day: string): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

function toLines({ by }: ReportQuery, days: readonly string[], sums: readonly ReportSums[]): ReportLine[] {
  const lines = by === 'platform' ? toPlatformLines(sums) : toNamedLines(sums);
  if (by !== 'day') {
    return lines.toSorted(
      (a, b) =>
        Number(a.name === null) - Number(b.name === null) ||
        b.planned - a.planned ||
        (a.name ?? '').localeCompare(b.name ?? ''),
    );
  }
  const byDay = new Map(lines.map((line) => [line.name, line]));
  return days.map((name, index) => ({
    ...(byDay.get(String(index + 1)) ?? { ...NOTHING, campaigns: 0 }),
    name,
    title: null,
  }));
}

function toNamedLines(sums: readonly ReportSums[]): ReportLine[] {
  return [...groupBy(sums, ({ name }) => name)].map(([name, group]) => {
    const figures = group.map(toFigures).reduce((all, figure) => add(all, figure), NOTHING);
    return {
      ...figures,
      waiting: figures.planned - figures.sent - figures.failed - figures.skipped,
      name,
      title: group.find(({ title }) => title !== null)?.title ?? null,
      campaigns: group.reduce((all, { campaigns }) => all + campaigns, 0),
    };
  });
}

/** Recipients get a platform with their result. Those without one are a line of their own. */
function toPlatformLines(sums: readonly ReportSums[]): ReportLine[] {
  const known = sums.filter(({ platform }) => platform > 0);
  const lines = [...groupBy(known, ({ platform }) => platform)].map(([platform, group]): ReportLine => {
    const figures = group.map(toFigures).reduce((all, figure) => add(all, figure), NOTHING);
    const planned = figures.sent + figures.failed + figures.skipped;
    return { ...figures, planned, name: platformByNumber(platform) ?? String(platform), title: null, campaigns: null };
  });
  const settled = lines.reduce((all, { planned }) => all + planned, 0);
  const unknown = sums.filter(({ platform }) => platform === 0);
  const planned = unknown.reduce((all, sum) => all + sum.planned, 0) - settled;
  const skipped = unknown.reduce((all, sum) => all + sum.skipped, 0);
  const rest = { ...NOTHING, planned, skipped, waiting: planned - skipped, name: 'ANY', title: null, campaigns: null };
  const hasFigures = ({ planned: all, received, opened, clicked, machineOpened, machineClicked }: ReportFigures) =>
    all + received + opened + clicked + machineOpened + machineClicked > 0;
  return [...lines, rest].filter(hasFigures);
}

function toFigures({
  platform,
  planned,
  sent,
  failed,
  skipped,
  received,
  opened,
  clicked,
  ...sums
}: ReportSums): ReportFigures {
  return {
    planned,
    sent,
    failed,
    skipped,
    waiting: 0,
    received,
    receivable: SILENT_PLATFORMS.includes(platform) ? 0 : sent,
    opened,
    openable: platform === PLATFORMS.EMAIL.number ? sent : 0,
    clicked,
    machineOpened: sums.machineOpened,
    machineClicked: sums.machineClicked,
  };
}

function add(a: ReportFigures, b: ReportFigures): ReportFigures {
  return {
    planned: a.planned + b.planned,
    sent: a.sent + b.sent,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    waiting: a.waiting + b.waiting,
    received: a.received + b.received,
    receivable: a.receivable + b.receivable,
    opened: a.opened + b.opened,
    openable: a.openable + b.openable,
    clicked: a.clicked + b.clicked,
    machineOpened: a.machineOpened + b.machineOpened,
    machineClicked: a.machineClicked + b.machineClicked,
  };
}
