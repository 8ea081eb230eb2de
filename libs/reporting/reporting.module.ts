import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CampaignProgressRepository } from './campaign-progress.repository.js';
import { CampaignProgressService } from './campaign-progress.service.js';
import { CampaignSeriesRepository } from './campaign-series.repository.js';
import { CampaignSeriesService } from './campaign-series.service.js';
import { EngagementRepository } from './engagement.repository.js';
import { EngagementService } from './engagement.service.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportService } from './reports/report.service.js';
import { LeftOutPieceRepository } from './results/left-out.repository.js';
import { LeftOutReaderService } from './results/left-out.service.js';
import { OpenRecipientRepository } from './results/open-recipient.repository.js';
import { OpenRecipientService } from './results/open-recipient.service.js';
import { ResultRepository } from './results/result.repository.js';
import { ResultReaderService } from './results/result-reader.service.js';
import { ResultSubjectService } from './results/result-subject.service.js';
import { ResultsService } from './results/results.service.js';
import { UserReportRepository } from './results/user-report.repository.js';
import { UserReportsService } from './results/user-reports.service.js';
import { PastStatisticsRepository } from './past-statistics.repository.js';
import { StatisticsRepository } from './statistics.repository.js';
import { StatisticsService } from './statistics.service.js';
import { UserOverviewService } from './user-overview.service.js';

@Module({
  imports: [AudienceModule, DeliveryModule, TenancyModule, UsersModule],
  providers: [
    CampaignProgressRepository,
    CampaignProgressService,
    CampaignSeriesRepository,
    CampaignSeriesService,
    PastStatisticsRepository,
    StatisticsRepository,
    StatisticsService,
    ResultRepository,
    ResultsService,
    ResultReaderService,
    ResultSubjectService,
    LeftOutPieceRepository,
    LeftOutReaderService,
    OpenRecipientRepository,
    OpenRecipientService,
    ReportRepository,
    ReportService,
    UserReportRepository,
    UserReportsService,
    EngagementRepository,
    EngagementService,
    UserOverviewService,
  ],
  exports: [
    CampaignProgressService,
    CampaignSeriesService,
    StatisticsService,
    ResultsService,
    ReportService,
    UserReportsService,
    EngagementService,
    UserOverviewService,
  ],
})
export class ReportingModule {}
