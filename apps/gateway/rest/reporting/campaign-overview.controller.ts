import { Controller, Get, Query } from '@nestjs/common';
import { NotificationDefinitionService } from '#libs/notifications';
import { StatisticsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { PageLink, type Link } from '../../http/request/request-context.js';
import { ErrorResponses, OkResponse } from '../../http/responses/responses.js';
import { cutPage, KeyPageQuery, KeyQuery } from '../messaging/definitions.dto.js';
import { CampaignDetailDto, CampaignListDto, toCampaignDetail, toCampaignEntry } from './campaign-overview.dto.js';

/** Campaigns with their state and figures. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('reports')
@Controller('rest/3.0')
export class CampaignOverviewController {
  constructor(
    private readonly campaigns: NotificationDefinitionService,
    private readonly statistics: StatisticsService,
  ) {}

  @Get('getCampaigns')
  @OkResponse('Lists the campaigns with state and statistics, the newest first, page by page', CampaignListDto)
  async getCampaigns(
    @CurrentCaller() { appId }: Caller,
    @Query() { max, before }: KeyPageQuery,
    @PageLink() link: Link,
  ): Promise<CampaignListDto> {
    const { page, last } = cutPage(
      await this.campaigns.listCampaigns(appId, { before: before ?? null, limit: max + 1 }),
      max,
    );
    const keys = page.map(({ notificationKey }) => notificationKey);
    const statistics = await this.statistics.listByKeys(appId, keys);
    const byKey = new Map(page.map((campaign) => [campaign.notificationKey, campaign]));
    const list = statistics.flatMap((figures) => {
      const campaign = byKey.get(figures.notificationKey);
      return campaign ? [toCampaignEntry(figures, campaign)] : [];
    });
    return { ...(last && { nextPage: link({ before: last.notificationKey }) }), list };
  }

  @Get('getCampaign')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets a campaign: message, target, options, state and statistics', CampaignDetailDto)
  async getCampaign(
    @CurrentCaller() caller: Caller,
    @Query() { notificationKey: key }: KeyQuery,
  ): Promise<CampaignDetailDto> {
    const campaign = await this.campaigns.getStored(caller.appId, 'campaign', key);
    const order = await this.statistics.getOrder(caller.appId, key);
    const figures = await this.statistics.getByKey(caller.appId, key);
    return toCampaignDetail(figures, campaign, order, caller.seesPrivate);
  }
}
