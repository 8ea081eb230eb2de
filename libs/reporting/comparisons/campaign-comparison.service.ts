import { Injectable } from '@nestjs/common';
import { messageRange } from '#libs/delivery';
import { WithdrawalCountRepository } from '#libs/users/consent';
import { CampaignOverviewService } from '#libs/reporting/campaigns';
import { EngagementService } from '../engagement.service.js';
import { StatisticsRepository } from '../statistics/statistics.repository.js';
import type { CampaignComparison, ComparedFigures } from './campaign-comparison.types.js';

const EMAIL = 'EMAIL';

/** Figures of campaigns beside each other, each rate with what it is of. */
@Injectable()
export class CampaignComparisonService {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly engagement: EngagementService,
    private readonly statistics: StatisticsRepository,
    private readonly withdrawals: WithdrawalCountRepository,
  ) {}

  /** @throws AppError unknown_key */
  async read(appId: number, key: number): Promise<CampaignComparison> {
    const campaign = await this.campaigns.get(appId, key);
    const [{ opens }, dispatchIds] = await Promise.all([
      this.engagement.getEngagement(appId, key),
      this.statistics.findDispatchIds(appId, key),
    ]);
    const platforms = campaign.stats.map(({ platform, sent, failed, clicked }): ComparedFigures => {
      const opened = opens.find((entry) => entry.platform === platform)?.opened ?? 0;
      return {
        platform,
        planned: sent + failed,
        sent,
        failed,
        clicked,
        ...(platform === EMAIL ? { opened, openable: sent } : { opened: 0, openable: 0 }),
      };
    });
    const sum = (field: 'opened' | 'openable' | 'clicked'): number =>
      platforms.reduce((all, figures) => all + figures[field], 0);
    const { planned, sent, failed, state, startedAt, definition } = campaign;
    return {
      key,
      name: definition.message.title ?? null,
      state,
      startedAt,
      total: {
        platform: null,
        planned,
        sent,
        failed,
        opened: sum('opened'),
        openable: sum('openable'),
        clicked: sum('clicked'),
      },
      platforms,
      unsubscribed:
        dispatchIds.length === 0 ? null : await this.withdrawals.count(appId, dispatchIds.map(messageRange)),
    };
  }
}
