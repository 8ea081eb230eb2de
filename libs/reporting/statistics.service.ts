import { Injectable } from '@nestjs/common';
import { isPlatform, PLATFORMS, platformByNumber } from '#libs/content';
import { LeftOutReaderService } from './results/left-out.service.js';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { PlatformStatistics, PushStatistics } from './results/reporting.types.js';
import {
  type CampaignOrder,
  type PlatformSums,
  type SendSummary,
  StatisticsRepository,
} from './statistics.repository.js';

/** Keys in one response for a period: the newest ones. */
const MAX_KEYS = 1000;

/** `getPushStats` in both forms (specification, section 4.5; decisions, section 5). */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly statistics: StatisticsRepository,
    private readonly leftOut: LeftOutReaderService,
    private readonly clock: ClockService,
  ) {}

  /** @throws AppError unknown_key */
  async getByKey(appId: number, key: number): Promise<PushStatistics> {
    const definition = await this.statistics.findDefinition(appId, key);
    if (!definition) {
      throw new AppError('unknown_key', `No notification has the key ${key}`);
    }
    const [match] = await this.readStatistics(appId, [key]);
    const { createdAt } = definition;
    return (
      match ?? {
        notificationKey: key,
        status: 'FINISHED',
        state: null,
        dueAt: null,
        startDate: createdAt,
        endDate: createdAt,
        stats: toStats(definition.platforms, []),
        leftOut: {},
      }
    );
  }

  /** Every key with a send between the two times, in either order. */
  async listBetween(appId: number, start: Date, end: Date): Promise<PushStatistics[]> {
    const [from, to] = start <= end ? [start, end] : [end, start];
    return this.readStatistics(appId, await this.statistics.findKeysBetween(appId, from, to, MAX_KEYS));
  }

  /** The statistics of campaigns, in the order of the keys. */
  async listByKeys(appId: number, keys: readonly number[]): Promise<PushStatistics[]> {
    return this.readStatistics(appId, keys);
  }

  /**
   * What a campaign was asked to do.
   *
   * @throws AppError unknown_key
   */
  async getOrder(appId: number, key: number): Promise<CampaignOrder> {
    const order = await this.statistics.findOrder(appId, key);
    if (!order) {
      throw new AppError('unknown_key', `No campaign has the key ${key}`);
    }
    return order;
  }

  private async readStatistics(appId: number, keys: readonly number[]): Promise<PushStatistics[]> {
    if (keys.length === 0) {
      return [];
    }
    const summaries = await this.statistics.findSummaries(appId, keys);
    const sums = await this.statistics.sumByPlatform(appId, keys);
    const leftOut = await this.leftOut.sumReasons(appId, keys);
    return summaries
      .toSorted((a, b) => keys.indexOf(a.notificationKey) - keys.indexOf(b.notificationKey))
      .map((summary) =>
        this.toStatistics(
          summary,
          sums.filter(({ notificationKey }) => notificationKey === summary.notificationKey),
          leftOut.get(summary.notificationKey) ?? {},
        ),
      );
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
      dueAt: summary.dueAt,
      startDate: summary.startDate,
      endDate: summary.sending || !summary.endDate ? this.clock.now() : summary.endDate,
      stats: toStats(summary.platforms, sums),
      leftOut,
    };
  }
}

/** One entry for each platform that the message names or that has counts, in the order of platform numbers. */
function toStats(named: readonly string[], sums: readonly PlatformSums[]): PlatformStatistics[] {
  const numbers = new Set(named.filter(isPlatform).map((name) => PLATFORMS[name].number as number));
  for (const sum of sums) {
    if (sum.sent + sum.failed + sum.clicked > 0) {
      numbers.add(sum.platform);
    }
  }
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => {
      const sum = sums.find(({ platform }) => platform === number);
      const { sent, failed, clicked } = sum ?? { sent: 0, failed: 0, clicked: 0 };
      return { platform: platformByNumber(number) ?? String(number), sent, failed, clicked };
    });
}
