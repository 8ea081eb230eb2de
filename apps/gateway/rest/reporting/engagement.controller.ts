import { Controller, Get, Query } from '@nestjs/common';
import { EngagementService, StatisticsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { CurrentCaller, RequiresScope, RestApi } from '../../http/auth/api-key.guard.js';
import { OkResponse, ErrorResponses } from '../../http/responses/responses.js';
import { EngagementDto, EngagementQuery, toEngagementDto } from './engagement.dto.js';

/** Opens, clicks and provider callbacks after the final result. Beyond the published interface. */
@RestApi('Notifications')
@RequiresScope('reports')
@Controller('rest/3.0')
export class EngagementController {
  constructor(
    private readonly engagement: EngagementService,
    private readonly statistics: StatisticsService,
  ) {}

  @Get('getEngagement')
  @ErrorResponses('unknown_key')
  @OkResponse('Gets opens of e-mails, clicks by button, and provider callbacks', EngagementDto)
  async getEngagement(
    @CurrentCaller() { appId }: Caller,
    @Query() { notificationKey, extId }: EngagementQuery,
  ): Promise<EngagementDto> {
    await this.statistics.getByKey(appId, notificationKey);
    const engagement = await this.engagement.getEngagement(appId, notificationKey);
    const callbacks =
      extId === undefined ? undefined : await this.engagement.listUserCallbacks(appId, notificationKey, extId);
    return toEngagementDto(notificationKey, engagement, callbacks);
  }
}
