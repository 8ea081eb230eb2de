export { RecentRecipientsService } from './recent-recipients.service.js';
export { readRepeatRule, RepeatRuleError } from './repeat-rule.js';
export { SeriesControlService } from './series-control.service.js';
export { placeRun, toRun } from './series-run.js';
export { findDueRun, findNextRun, listRuns, skipPast } from './series-times.js';
export { SeriesReportRepository } from './series-report.repository.js';
export type { CampaignRun, RecurringCampaign } from './series-report.types.js';
export { type LockedSeries, SeriesRepository } from './series.repository.js';
