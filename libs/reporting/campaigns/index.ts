export { CampaignChoicesService } from './campaign-choices.service.js';
export { authorOf, CampaignHistoryService } from './campaign-history.service.js';
export { CampaignLimitService } from './campaign-limit.service.js';
export { type CampaignOverlap, CampaignOverlapService, type ComparedCampaign } from './campaign-overlap.service.js';
export { CampaignOverviewService } from './campaign-overview.service.js';
export {
  type CampaignOverview,
  type CampaignPace,
  type HomeOverview,
  OVERVIEW_STATES,
  type OverviewState,
  PACE_LIMITS,
  type PaceLimit,
  type ReasonSums,
} from './campaign-overview.types.js';
export { type CampaignProgress, CampaignProgressService } from './campaign-progress.service.js';
export { CampaignReasonsService, type ResultReasons } from './campaign-reasons.service.js';
export { type CampaignSeries, CampaignSeriesService } from './campaign-series.service.js';
export { RecipientExportService } from './recipient-export.service.js';
export { type LimitedCampaign, TokenLimitService } from './token-limit.service.js';
