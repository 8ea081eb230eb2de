import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { PastStatisticsRepository } from '#libs/delivery/key-totals';
import { SeriesReportRepository } from '#libs/delivery/recurring';
import { ContentStatisticsService } from './content-statistics.service.js';
import { LeftOutReaderService } from '../results/left-out.service.js';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { mergeSummaries } from './merge-summaries.js';
import { mergeRuns, summarizeRecurring } from './recurring-summary.js';
import type { CampaignOrder, PushStatistics, RequestedKey } from '../results/reporting.types.js';
import { type PlatformSums, type SendSummary, StatisticsRepository } from './statistics.repository.js';
import { apartFromInbox, toStats } from './to-stats.js';

/** Keys in one response for a period: the newest ones. */
const MAX_KEYS = 1000;
/** Runs of a recurring campaign in one answer: the newest ones. */
const MAX_RUNS = 100;

/**
 * `getPushStats` in both forms (specification, section 4.5; decisions, section 5). A replica that answers has
 * everything that was committed before the request: clients ask for what they just sent, paused or stopped.
 */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly db: Database,
    private readonly statistics: StatisticsRepository,
    private readonly past: PastStatisticsRepository,
    private readonly leftOut: LeftOutReaderService,
    private readonly recurring: SeriesReportRepository,
    private readonly clock: ClockService,
    private readonly contents: ContentStatisticsService,
  ) {}

  /** @throws AppError unknown_key */
  async getByKey(appId: number, key: number): Promise<PushStatistics> {
    return this.db.reads.within('current', () => this.readByKey(appId, key));
  }

  private async readByKey(appId: number, key: number): Promise<PushStatistics> {
    const definition = await this.statistics.findDefinition(appId, key);
    // The message of a key that was made for one send goes with its send, and its sums stay.
    const isKnown = definition !== undefined || (await this.past.findSummaries(appId, [key])).length > 0;
    const [match] = isKnown ? await this.readStatistics(appId, [key]) : [];
    if (match) {
      const [series] = await this.recurring.find(appId, [key]);
      return series
        ? { ...match, runs: mergeRuns(await this.recurring.listRuns(appId, key, MAX_RUNS), series, MAX_RUNS) }
        : match;
    }
    if (!definition) {
      throw new AppError('unknown_key', `No notification has the key ${key}`);
    }
    const { createdAt } = definition;
    return {
      notificationKey: key,
      status: 'FINISHED',
      state: null,
      isHeld: false,
      dueAt: null,
      startDate: createdAt,
      endDate: createdAt,
      stats: toStats(definition.platforms, []),
      leftOut: {},
    };
  }

  /** Every key with a send between the two times, in either order. */
  async listBetween(appId: number, start: Date, end: Date): Promise<PushStatistics[]> {
    const [from, to] = start <= end ? [start, end] : [end, start];
    return this.db.reads.within('current', async () => {
      const keys = [
        ...(await this.statistics.findKeysBetween(appId, from, to, MAX_KEYS)),
        ...(await this.past.findKeysBetween(appId, from, to, MAX_KEYS)),
      ];
      return this.readStatistics(appId, listNewest(keys, MAX_KEYS));
    });
  }

  /** The statistics of campaigns, in the order of the keys. */
  async listByKeys(appId: number, keys: readonly number[]): Promise<PushStatistics[]> {
    return this.db.reads.within('current', () => this.readStatistics(appId, keys));
  }

  /**
   * Finds the order of a campaign.
   *
   * @throws AppError unknown_key
   */
  async getOrder(appId: number, key: number): Promise<CampaignOrder> {
    const order =
      (await this.statistics.findOrder(appId, key)) ??
      (await this.recurring.findOrder(appId, key)) ??
      (await this.past.findOrder(appId, key));
    if (!order) {
      throw new AppError('unknown_key', `No campaign has the key ${key}`);
    }
    return order;
  }

  /** Messages of the contents of a campaign, in their order; empty for one with a single content. */
  async listMessages(appId: number, key: number): Promise<Message[]> {
    const sent = await this.contents.listMessages(appId, key);
    return sent.length > 0 ? sent.map(({ message }) => message) : this.recurring.findMessages(appId, key);
  }

  private async readStatistics(appId: number, keys: readonly number[]): Promise<PushStatistics[]> {
    if (keys.length === 0) {
      return [];
    }
    const summaries = await this.findSummaries(appId, keys);
    const sums = await this.statistics.sumByPlatform(appId, keys);
    const leftOut = await this.leftOut.sumReasons(appId, keys);
    const contents = await this.contents.listByKeys(appId, keys);
    return summaries
      .toSorted((a, b) => keys.indexOf(a.notificationKey) - keys.indexOf(b.notificationKey))
      .map((summary) => {
        const { notificationKey: key } = summary;
        const ofKey = sums.filter(({ notificationKey }) => notificationKey === key);
        const statistics = apartFromInbox(this.toStatistics(summary, ofKey, leftOut.get(key) ?? {}));
        const ofContents = contents.get(key);
        return ofContents ? { ...statistics, contents: ofContents } : statistics;
      });
  }

  /** Rows are read before the sums: a send that goes between them is known to both, and not lost. */
  private async findSummaries(appId: number, keys: readonly number[]): Promise<SendSummary[]> {
    const summaries = new Map(
      (await this.statistics.findSummaries(appId, keys)).map((summary) => [summary.notificationKey, summary]),
    );
    const past = await this.past.findSummaries(appId, keys);
    const unnamed = past.flatMap(({ notificationKey: key, platforms }) =>
      platforms.length === 0 && !summaries.has(key) ? [key] : [],
    );
    const platforms =
      unnamed.length > 0 ? await this.statistics.findPlatforms(appId, unnamed) : new Map<number, string[]>();
    for (const summary of past) {
      const { notificationKey: key } = summary;
      const named = platforms.get(key);
      summaries.set(key, mergeSummaries(summaries.get(key), named ? { ...summary, platforms: named } : summary));
    }
    const recurring = await this.recurring.find(appId, keys);
    const before = recurring.flatMap(({ key }) => (summaries.has(key) ? [] : [key]));
    const named = before.length > 0 ? await this.statistics.findPlatforms(appId, before) : new Map<number, string[]>();
    for (const series of recurring) {
      const { key } = series;
      summaries.set(key, summarizeRecurring(series, summaries.get(key), named.get(key) ?? []));
    }
    return [...summaries.values()];
  }

  /** While a send is running its end is now: published clients always read `endDate` as a number. */
  private toStatistics(
    summary: SendSummary,
    sums: readonly PlatformSums[],
    leftOut: Record<string, number>,
  ): PushStatistics {
    return {
      notificationKey: summary.notificationKey,
      status: summary.sending ? 'SENDING' : 'FINISHED',
      state: summary.state,
      isHeld: summary.isHeld,
      dueAt: summary.nextDueAt ?? summary.lastDueAt,
      startDate: summary.startDate,
      endDate: summary.sending || !summary.endDate ? this.clock.now() : summary.endDate,
      stats: toStats(summary.platforms, sums),
      leftOut,
    };
  }
}

/** Keys by their newest send, each once. */
function listNewest(keys: readonly RequestedKey[], limit: number): number[] {
  const sorted = keys.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
  return [...new Set(sorted.map(({ key }) => key))].slice(0, limit);
}
