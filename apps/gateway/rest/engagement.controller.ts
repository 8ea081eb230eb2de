import { Controller, Get, Query } from '@nestjs/common';
import { EngagementService, StatisticsService } from '#libs/reporting';
import type { Caller } from '#libs/tenancy';
import { Answers, Refuses } from '../http/answers.js';
import { CallerOf, NeedsScope, RestSurface } from '../http/api-key-guard.js';
import { EngagementDto, EngagementQuery, toEngagementDto } from './engagement.dto.js';

/** What became of messages after their results were final. Beyond the published interface. */
@RestSurface('Notifications')
@NeedsScope('reports')
@Controller('rest/3.0')
export class EngagementController {
  constructor(
    private readonly engagement: EngagementService,
    private readonly statistics: StatisticsService,
  ) {}

  @Get('getEngagement')
  @Refuses('unknown_key')
  @Answers('Opens of mails, clicks by button, and what was told of messages after they were taken', EngagementDto)
  async getEngagement(
    @CallerOf() { appId }: Caller,
    @Query() { notificationKey, extId }: EngagementQuery,
  ): Promise<EngagementDto> {
    await this.statistics.getByKey(appId, notificationKey);
    const engagement = await this.engagement.getEngagement(appId, notificationKey);
    const told =
      extId === undefined ? undefined : await this.engagement.listUserCallbacks(appId, notificationKey, extId);
    return toEngagementDto(notificationKey, engagement, told);
  }
}
