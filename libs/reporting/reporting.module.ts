import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { EngagementRepository } from './engagement.repository.js';
import { EngagementService } from './engagement.service.js';
import { ResultRepository } from './result.repository.js';
import { ResultsService } from './results.service.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';
import { UserOverviewService } from './user-overview.service.js';

@Module({
  imports: [AudienceModule, TenancyModule, UsersModule],
  providers: [
    StatisticsRepository,
    StatisticsService,
    ResultRepository,
    ResultsService,
    EngagementRepository,
    EngagementService,
    UserOverviewService,
  ],
  exports: [StatisticsService, ResultsService, EngagementService, UserOverviewService],
})
export class ReportingModule {}
