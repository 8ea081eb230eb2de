export { CampaignDryRunService, type ExplainedNotification } from './campaigns/campaign-dry-run.service.js';
export { CampaignService } from './campaigns/campaign.service.js';
export { CampaignStateService } from './campaigns/campaign-state.service.js';
export { NotificationDefinitionService } from './definitions/notification-definition.service.js';
export { NotificationsModule } from './notifications.module.js';
export { AddressSendService } from './transactional/address-send.service.js';
export { TransactionalService } from './transactional/transactional.service.js';
