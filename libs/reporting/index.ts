export { CampaignComparisonService } from './comparisons/campaign-comparison.service.js';
export type { CampaignComparison, ComparedFigures } from './comparisons/campaign-comparison.types.js';
export { ContentStatisticsService } from './statistics/content-statistics.service.js';
export { ConsentProofService } from './consent/consent-proof.service.js';
export type { ConsentGround, ConsentProof } from './consent/consent-proof.types.js';
export { EngagementService } from './engagement.service.js';
export { ReportingModule } from './reporting.module.js';
export { RecurringReaderService, type RecurringRuns } from './statistics/recurring-reader.service.js';
export { ReportService } from './reports/report.service.js';
export { REPORT_GROUPS, type Report } from './reports/report.types.js';
export { writeReport } from './reports/write-report.js';
export type {
  CampaignOrder,
  ContentStatistics,
  Engagement,
  ProviderCallback,
  PushResult,
  PushStatistics,
  ResultFilter,
} from './results/reporting.types.js';
export { EXPORT_FORMATS, writeResults } from './results/result-export.js';
export { ResultsService } from './results/results.service.js';
export { SendListService } from './sends/send-list.service.js';
export { SEND_LISTS, SEND_STATES, type TransactionalSend } from './sends/send-list.types.js';
export { TestResultService } from './sends/test-result.service.js';
export { TEST_ENDS, type MemberTest } from './sends/test-result.types.js';
export { StatisticsService } from './statistics/statistics.service.js';
export { UserOverviewService, type UserOverview } from './user-overview.service.js';
export { HomeFiguresService } from './reports/home-figures.service.js';
export type { HomeAudience, HomeFigures, RatedCampaign } from './reports/home-figures.types.js';
