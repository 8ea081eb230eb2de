import { Injectable } from '@nestjs/common';
import { decodeIds } from '#libs/delivery';
import { CampaignFilingService, MIN_FIND, NotificationDefinitionService, type Definition } from '#libs/notifications';
import { StatisticsService } from '../statistics/statistics.service.js';
import type { PushStatistics } from '../results/reporting.types.js';
import { ClockService } from '#platform/runtime';
import type {
  DayFigures,
  CampaignOverview,
  CampaignFilter,
  HomeOverview,
  CampaignPage,
  OverviewState,
} from './campaign-overview.types.js';
import { CampaignFollower } from './campaign-follower.js';
import { CampaignHistoryService } from './campaign-history.service.js';
import { CampaignTotalsRepository, type CampaignTotals } from './campaign-totals.repository.js';

/** Campaigns that are looked at together. */
const STEP = 100;
/** Steps of one page: a filter that fits little gives a short page, which goes on below its last key. */
const MAX_STEPS = 10;
const SOON_MS = 48 * 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Campaigns as screens show them: what was planned, and what became of it. */
@Injectable()
export class CampaignOverviewService {
  constructor(
    private readonly definitions: NotificationDefinitionService,
    private readonly filings: CampaignFilingService,
    private readonly statistics: StatisticsService,
    private readonly totals: CampaignTotalsRepository,
    private readonly history: CampaignHistoryService,
    private readonly clock: ClockService,
  ) {}

  /** Campaigns, the newest first. */
  async list(
    appId: number,
    { before, limit, folderId, isArchived = false, q, ...filter }: CampaignFilter,
  ): Promise<CampaignPage> {
    const campaigns: CampaignOverview[] = [];
    let below = before ?? null;
    const filing = {
      isArchived,
      ...(folderId !== undefined && { folderId }),
      ...(q !== undefined && (q.length >= MIN_FIND || /^\d+$/.test(q)) && { find: q }),
    };
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const keys = await this.filings.listKeys(appId, filing, { before: below, limit: STEP });
      const definitions = await this.definitions.findCampaigns(appId, keys);
      const fitting = definitions.filter((definition) => fitsMessage(definition, filter));
      const read = await this.read(appId, await this.filterByAuthor(appId, fitting, filter.author));
      for (const campaign of read.filter(({ state }) => filter.state === undefined || state === filter.state)) {
        campaigns.push(campaign);
        if (campaigns.length === limit) {
          return { campaigns, next: campaign.definition.notificationKey };
        }
      }
      below = keys.at(-1) ?? null;
      if (keys.length < STEP) {
        return { campaigns, next: null };
      }
    }
    return { campaigns, next: below };
  }

  private async filterByAuthor(
    appId: number,
    campaigns: Definition[],
    author: CampaignFilter['author'],
  ): Promise<Definition[]> {
    if (!author) {
      return campaigns;
    }
    const authors = await this.history.findAuthors(appId, campaigns);
    return campaigns.filter(({ notificationKey }) => {
      const by = authors.get(notificationKey);
      return by?.kind === author.kind && by.id === author.id;
    });
  }

  /** @throws AppError unknown_key */
  async get(appId: number, key: number): Promise<CampaignOverview> {
    const definition = await this.definitions.getStored(appId, 'campaign', key);
    const [campaign] = await this.read(appId, [definition]);
    if (campaign) {
      return campaign;
    }
    const filing = (await this.filings.find(appId, [key])).get(key);
    return {
      ...toCampaign(definition, await this.statistics.getByKey(appId, key), undefined, this.clock.now()),
      filing,
    };
  }

  /** A reader for who looks at one campaign again and again. */
  follow(appId: number, key: number): CampaignFollower {
    return new CampaignFollower({
      getWhole: () => this.get(appId, key),
      findPulse: () => this.totals.findPulse(appId, key, this.clock.now()),
      now: () => this.clock.now(),
    });
  }

  /** Lists what is being sent, what begins soon among the newest thousand campaigns, and the last seven days. */
  async getOverview(appId: number): Promise<HomeOverview> {
    const now = this.clock.now();
    const open = async (state: OverviewState) => (await this.list(appId, { state, limit: STEP })).campaigns;
    const [sending, paused, scheduled, statistics] = await Promise.all([
      open('SENDING'),
      open('PAUSED'),
      open('SCHEDULED'),
      this.statistics.listBetween(appId, new Date(now.getTime() - WEEK_MS), now),
    ]);
    const days = new Map<string, DayFigures>();
    for (const { startDate, stats } of statistics) {
      const day = startDate.toISOString().slice(0, 10);
      for (const { platform, sent, failed } of stats) {
        const figures = days.get(`${day} ${platform}`) ?? { day, platform, sent: 0, failed: 0 };
        days.set(`${day} ${platform}`, { ...figures, sent: figures.sent + sent, failed: figures.failed + failed });
      }
    }
    return {
      sending: [...sending, ...paused],
      next: scheduled.filter(({ dueAt }) => dueAt !== null && dueAt.getTime() < now.getTime() + SOON_MS),
      week: [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    };
  }

  private async read(appId: number, definitions: readonly Definition[]): Promise<CampaignOverview[]> {
    if (definitions.length === 0) {
      return [];
    }
    const keys = definitions.map(({ notificationKey }) => notificationKey);
    const now = this.clock.now();
    // Planned grows while a launch runs: read last, it is never below what was settled.
    const statistics = new Map(
      (await this.statistics.listByKeys(appId, keys)).map((entry) => [entry.notificationKey, entry]),
    );
    const totals = new Map(
      (await this.totals.findTotals(appId, keys, now)).map((entry) => [entry.notificationKey, entry]),
    );
    const filings = await this.filings.find(appId, keys);
    return definitions.flatMap((definition) => {
      const figures = statistics.get(definition.notificationKey);
      const filing = filings.get(definition.notificationKey);
      return figures
        ? [{ ...toCampaign(definition, figures, totals.get(definition.notificationKey), now), filing }]
        : [];
    });
  }
}

/** @param totals  undefined: the sends are gone, and what is left are their sums */
function toCampaign(
  definition: Definition,
  { stats, leftOut, ...figures }: PushStatistics,
  totals: CampaignTotals | undefined,
  now: Date,
): Omit<CampaignOverview, 'filing'> {
  const sum = (field: 'sent' | 'failed' | 'clicked'): number => stats.reduce((all, entry) => all + entry[field], 0);
  const [sent, failed] = [sum('sent'), sum('failed')];
  const skipped = totals?.skipped ?? 0;
  const planned = Math.max(totals?.planned ?? 0, sent + failed + skipped);
  const open = planned - sent - failed - skipped;
  const inDoubt = Math.min(open, (totals?.unsettled ?? []).flatMap((set) => decodeIds(set)).length);
  const state = toState(figures, now);
  const hasBegun = planned > 0 || figures.status === 'FINISHED';
  return {
    definition,
    state,
    dueAt: figures.dueAt,
    localTime: totals?.localTime ?? null,
    startedAt: hasBegun ? figures.startDate : null,
    finishedAt: figures.status === 'FINISHED' ? figures.endDate : null,
    planned,
    sent,
    failed,
    skipped,
    inDoubt,
    waiting: open - inDoubt,
    clicks: sum('clicked'),
    stats,
    leftOut,
    contents: figures.contents,
  };
}

function toState(
  { state, isHeld, dueAt }: Pick<PushStatistics, 'state' | 'isHeld' | 'dueAt'>,
  now: Date,
): OverviewState {
  if (isHeld) {
    return 'HELD';
  }
  if (state !== 'STARTING') {
    return state ?? 'FINISHED';
  }
  return dueAt !== null && dueAt > now ? 'SCHEDULED' : 'STARTING';
}

function fitsMessage(
  { message }: Definition,
  { platform, label }: Pick<CampaignFilter, 'platform' | 'label'>,
): boolean {
  return (
    (platform === undefined || (message.platforms as readonly string[]).includes(platform)) &&
    (label === undefined || message.labels === label)
  );
}
