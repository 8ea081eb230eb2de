import { Module } from '@nestjs/common';
import { CampaignOverviewController } from './campaign-overview.controller.js';
import { EngagementController } from './engagement.controller.js';
import { ResultExportController } from './result-export.controller.js';
import { UserOverviewController } from './user-overview.controller.js';

/** What became of sends, and one campaign or user with everything. */
@Module({
  controllers: [CampaignOverviewController, EngagementController, ResultExportController, UserOverviewController],
})
export class RestReportingModule {}
