export { EngagementService } from './engagement.service.js';
export { ReportingModule } from './reporting.module.js';
export type {
  Engagement,
  ProviderCallback,
  PlatformStatistics,
  PushResult,
  PushStatistics,
  ResultFilter,
  ResultPage,
} from './reporting.types.js';
export { ResultsService } from './results.service.js';
export type { CampaignOrder } from './statistics.repository.js';
export { StatisticsService } from './statistics.service.js';
export { UserOverviewService, type OverviewExtent, type UserOverview } from './user-overview.service.js';
