import { Injectable } from '@nestjs/common';
import { permissionsOf } from '#libs/members';
import { EngagementService, StatisticsService } from '#libs/reporting';
import {
  authorOf,
  CampaignHistoryService,
  CampaignLimitService,
  CampaignOverviewService,
  CampaignProgressService,
} from '#libs/reporting/campaigns';
import { ClockService } from '#platform/runtime';
import type { AppCaller } from '../access/member.guard.js';
import { toCampaignPanel, type CampaignPanelDto } from './campaigns.dto.js';

/** One campaign with everything that its screen shows. */
@Injectable()
export class CampaignDetailService {
  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly progress: CampaignProgressService,
    private readonly statistics: StatisticsService,
    private readonly engagement: EngagementService,
    private readonly history: CampaignHistoryService,
    private readonly limits: CampaignLimitService,
    private readonly clock: ClockService,
  ) {}

  /** @throws AppError unknown_key */
  async read({ app, grants }: AppCaller, key: number): Promise<CampaignPanelDto> {
    const asOf = this.clock.now();
    const campaign = await this.campaigns.get(app.id, key);
    const { notificationKey } = campaign.definition;
    const [order, engagement, pace, history, messages] = await Promise.all([
      this.statistics.getOrder(app.id, notificationKey),
      this.engagement.getEngagement(app.id, notificationKey),
      this.progress.measurePace(app.id, campaign),
      this.history.list(app.id, campaign.definition),
      this.statistics.listMessages(app.id, notificationKey),
    ]);
    const limitedBy = await this.limits.find(app.id, campaign, pace);
    const isPrivateShown = permissionsOf(grants, app.id).has('users.private');
    return toCampaignPanel(campaign, order, {
      pace,
      limitedBy,
      engagement,
      author: authorOf(history),
      isPrivateShown,
      messages,
      asOf,
    });
  }
}
