import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { NotificationsModule } from '#libs/notifications';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CampaignChoicesService } from './campaigns/campaign-choices.service.js';
import { CampaignOverviewService } from './campaigns/campaign-overview.service.js';
import { CampaignHistoryService } from './campaigns/campaign-history.service.js';
import { CampaignLimitService } from './campaigns/campaign-limit.service.js';
import { CampaignOverlapService } from './campaigns/campaign-overlap.service.js';
import { CampaignProgressRepository } from './campaigns/campaign-progress.repository.js';
import { CampaignProgressService } from './campaigns/campaign-progress.service.js';
import { CampaignReasonsService } from './campaigns/campaign-reasons.service.js';
import { CampaignSeriesRepository } from './campaigns/campaign-series.repository.js';
import { CampaignSeriesService } from './campaigns/campaign-series.service.js';
import { CampaignTotalsRepository } from './campaigns/campaign-totals.repository.js';
import { RecipientExportService } from './campaigns/recipient-export.service.js';
import { TokenLimitService } from './campaigns/token-limit.service.js';
import { CampaignComparisonService } from './comparisons/campaign-comparison.service.js';
import { ConsentProofService } from './consent/consent-proof.service.js';
import { SentMessageRepository } from './consent/sent-message.repository.js';
import { ContentStatisticsRepository } from './statistics/content-statistics.repository.js';
import { ContentStatisticsService } from './statistics/content-statistics.service.js';
import { EngagementService } from './engagement.service.js';
import { PersonFinderService } from './people/person-finder.service.js';
import { PersonReaderService } from './people/person-reader.service.js';
import { PersonFactsService } from './people/person-facts.service.js';
import { PersonHeadService } from './people/person-head.service.js';
import { PersonMessageService } from './people/person-message.service.js';
import { PersonSearchService } from './people/person-search.service.js';
import { PersonTimelineService } from './people/person-timeline.service.js';
import { HomeFiguresService } from './reports/home-figures.service.js';
import { RecurringReaderService } from './statistics/recurring-reader.service.js';
import { ReportRepository } from './reports/report.repository.js';
import { ReportService } from './reports/report.service.js';
import { LeftOutPieceRepository } from './results/left-out.repository.js';
import { LeftOutReaderService } from './results/left-out.service.js';
import { OpenRecipientRepository } from './results/open-recipient.repository.js';
import { OpenRecipientService } from './results/open-recipient.service.js';
import { ResultRepository } from './results/result.repository.js';
import { ResultReaderService } from './results/result-reader.service.js';
import { ResultSubjectService } from './results/result-subject.service.js';
import { ResultWindowService } from './results/result-window.service.js';
import { ResultsService } from './results/results.service.js';
import { SendListRepository } from './sends/send-list.repository.js';
import { SendListService } from './sends/send-list.service.js';
import { TestResultService } from './sends/test-result.service.js';
import { StatisticsRepository } from './statistics/statistics.repository.js';
import { StatisticsService } from './statistics/statistics.service.js';
import { UserOverviewService } from './user-overview.service.js';

const SERVICES = [
  CampaignChoicesService,
  CampaignComparisonService,
  CampaignOverviewService,
  CampaignHistoryService,
  CampaignLimitService,
  CampaignOverlapService,
  CampaignProgressService,
  CampaignReasonsService,
  CampaignSeriesService,
  ConsentProofService,
  ContentStatisticsService,
  SendListService,
  EngagementService,
  HomeFiguresService,
  PersonFinderService,
  PersonReaderService,
  PersonHeadService,
  PersonMessageService,
  PersonSearchService,
  RecipientExportService,
  RecurringReaderService,
  ReportService,
  ResultsService,
  StatisticsService,
  TestResultService,
  TokenLimitService,
  UserOverviewService,
];

/** Reads about sends and people, for servers and for the panel. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    DeliveryModule,
    EventsModule,
    IdentityModule,
    InboxModule,
    NotificationsModule,
    TenancyModule,
    UsersModule,
  ],
  providers: [
    ...SERVICES,
    ContentStatisticsRepository,
    CampaignProgressRepository,
    CampaignSeriesRepository,
    CampaignTotalsRepository,
    SendListRepository,
    SentMessageRepository,
    LeftOutPieceRepository,
    LeftOutReaderService,
    OpenRecipientRepository,
    OpenRecipientService,
    PersonFactsService,
    PersonTimelineService,
    ReportRepository,
    ResultReaderService,
    ResultRepository,
    ResultSubjectService,
    ResultWindowService,
    StatisticsRepository,
  ],
  exports: SERVICES,
})
export class ReportingModule {}
