import { Injectable } from '@nestjs/common';
import { UserTotalService } from '#libs/audience';
import type { Application } from '#libs/tenancy';
import { ConsentEventRepository } from '#libs/users/consent';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import type { HomeAudience, HomeFigures, RatedCampaign } from './home-figures.types.js';
import { ReportService } from './report.service.js';
import type { ReportLine } from './report.types.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Fewer recipients make a share of clicks an accident. */
const LEAST_SENT = 100;
const MAX_AGE_MS = 60_000;
/** Applications whose figures are cached at once. */
const MAX_KEPT = 1000;

/** Figures of the first screen, each read at most once a minute in a process. */
@Injectable()
export class HomeFiguresService {
  private readonly cached = new Map<number, { at: number; figures: Promise<HomeFigures> }>();

  constructor(
    private readonly db: Database,
    private readonly reports: ReportService,
    private readonly consents: ConsentEventRepository,
    private readonly totals: UserTotalService,
    private readonly clock: ClockService,
  ) {}

  /** The users of now, exact, and their number on earlier days. */
  async readAudience(appId: number): Promise<HomeAudience> {
    return this.totals.read(appId, DAYS);
  }

  async readFigures(app: Application): Promise<HomeFigures> {
    const now = this.clock.now().getTime();
    const cached = this.cached.get(app.id);
    if (cached !== undefined && now - cached.at < MAX_AGE_MS) {
      return cached.figures;
    }
    const figures = this.compute(app, now);
    this.cached.delete(app.id);
    this.cached.set(app.id, { at: now, figures });
    for (const oldest of [...this.cached.keys()].slice(0, Math.max(0, this.cached.size - MAX_KEPT))) {
      this.cached.delete(oldest);
    }
    try {
      return await figures;
    } catch (error) {
      if (this.cached.get(app.id)?.figures === figures) {
        this.cached.delete(app.id);
      }
      throw error;
    }
  }

  /** Reads the figures of an application from the rows again. */
  forget(appId: number): void {
    this.cached.delete(appId);
  }

  private async compute(app: Application, now: number): Promise<HomeFigures> {
    const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
    const from = dayOf(now - (DAYS - 1) * DAY_MS);
    const [{ lines, total, asOf }, unsubscribed] = await Promise.all([
      this.reports.read(app, { from, to: dayOf(now), zone: 'UTC', by: 'campaign' }),
      this.db.reads.within('recent', () => this.consents.countWithdrawn(app.id, new Date(`${from}T00:00:00Z`))),
    ]);
    const rated = lines.filter(({ name, sent }) => name !== null && sent >= LEAST_SENT).toSorted(byClicks);
    return {
      days: DAYS,
      sums: total,
      unsubscribed,
      best: rated.length < 2 ? null : toRated(rated[0]),
      worst: rated.length < 2 ? null : toRated(rated.at(-1)),
      least: LEAST_SENT,
      asOf,
    };
  }
}

/** The highest share of clicks first; of equal ones, the one with more recipients. */
function byClicks(a: ReportLine, b: ReportLine): number {
  return b.clicked / b.sent - a.clicked / a.sent || b.sent - a.sent;
}

function toRated(line: ReportLine | undefined): RatedCampaign | null {
  return line === undefined
    ? null
    : { key: line.name ?? '', title: line.title, sent: line.sent, clicked: line.clicked };
}
