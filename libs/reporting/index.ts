export { CampaignProgressService, type CampaignProgress, type ResultReasons } from './campaign-progress.service.js';
export { CampaignSeriesService, type CampaignSeries } from './campaign-series.service.js';
export { EngagementService } from './engagement.service.js';
export { ReportingModule } from './reporting.module.js';
export { ReportService } from './reports/report.service.js';
export { REPORT_GROUPS, type Report, type ReportGroup } from './reports/report.types.js';
export { writeReport } from './reports/write-report.js';
export type {
  CampaignOrder,
  Engagement,
  ProviderCallback,
  PlatformStatistics,
  PushResult,
  PushStatistics,
  ResultFilter,
  ResultPage,
  ResultStatus,
} from './results/reporting.types.js';
export { EXPORT_FORMATS, type ExportField, type ExportFormat, writeResults } from './results/result-export.js';
export { ResultsService } from './results/results.service.js';
export type { MessageReport, UserReport } from './results/user-report.repository.js';
export { UserReportsService } from './results/user-reports.service.js';
export { StatisticsService } from './statistics.service.js';
export { UserOverviewService, type OverviewExtent, type UserOverview } from './user-overview.service.js';
