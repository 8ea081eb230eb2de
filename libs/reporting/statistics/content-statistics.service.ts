import { Injectable } from '@nestjs/common';
import type { Message } from '#libs/content';
import { groupBy } from '#platform/collections';
import type { ContentStatistics } from '../results/reporting.types.js';
import { apartFromInbox, toStats } from './to-stats.js';
import { ContentStatisticsRepository } from './content-statistics.repository.js';

/** Statistics of the contents of campaigns. */
@Injectable()
export class ContentStatisticsService {
  constructor(private readonly repository: ContentStatisticsRepository) {}

  /** The messages of a campaign with several contents, in their order; empty for one with a single content. */
  async listMessages(appId: number, key: number): Promise<{ content: number; message: Message }[]> {
    return this.repository.findMessages(appId, key);
  }

  /** By key, in the order of the contents. Keys of campaigns with one content are absent. */
  async listByKeys(appId: number, keys: readonly number[]): Promise<Map<number, ContentStatistics[]>> {
    const contents = await this.repository.findContents(appId, keys);
    if (contents.length === 0) {
      return new Map();
    }
    const several = [...new Set(contents.map(({ notificationKey }) => notificationKey))];
    const sums = await this.repository.sumByPlatform(appId, several);
    const reasons = await this.repository.sumReasons(appId, several);
    return new Map(
      [...groupBy(contents, ({ notificationKey }) => notificationKey)].map(([key, ofKey]) => [
        key,
        ofKey.map(({ content, planned, platforms }): ContentStatistics => {
          const isOwn = (row: { notificationKey: number; content: number }): boolean =>
            row.notificationKey === key && row.content === content;
          return apartFromInbox({
            planned,
            stats: toStats(platforms, sums.filter(isOwn)),
            leftOut: Object.fromEntries(reasons.filter(isOwn).map(({ reason, users }) => [reason, users])),
          });
        }),
      ]),
    );
  }
}
