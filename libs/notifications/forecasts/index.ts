export { CampaignCheckService } from './campaign-check.service.js';
export {
  CHECK_STATES,
  type CheckedCampaign,
  type CheckedRequest,
  type CheckReader,
  listContents,
  type StoredCheck,
} from './campaign-check.types.js';
export { CampaignForecastService } from './campaign-forecast.service.js';
export { CHECK_SEVERITIES, type CheckWarning } from './check-warning.types.js';
export {
  type ComposeWarning,
  findPersonalWarnings,
  findPrivateCode,
  findWarnings,
  refusalWarning,
  warningOf,
} from './compose-warnings.js';
export { requireConfirmedGaps } from './gap-warnings.js';
export { findMailWarnings, gapWarning } from './mail-warnings.js';
export { type Neighbourhood, NeighbourService } from './neighbour.service.js';
export { type ExplainedNotification, NotificationExplanationService } from './notification-explanation.service.js';
export { ScheduledForecastService } from './scheduled-forecast.service.js';
