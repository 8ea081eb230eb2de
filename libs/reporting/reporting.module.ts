import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { EngagementRepository } from './engagement.repository.js';
import { EngagementService } from './engagement.service.js';
import { ResultRepository } from './result.repository.js';
import { ResultsService } from './results.service.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';

@Module({
  imports: [TenancyModule, UsersModule],
  providers: [
    StatisticsRepository,
    StatisticsService,
    ResultRepository,
    ResultsService,
    EngagementRepository,
    EngagementService,
  ],
  exports: [StatisticsService, ResultsService, EngagementService],
})
export class ReportingModule {}
