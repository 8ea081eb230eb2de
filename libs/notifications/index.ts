export { CampaignStateService } from './campaigns/campaign-state.service.js';
export { DefinitionEntity } from './definitions/definition.entity.js';
export { AddressSendService } from './transactional/address-send.service.js';
export { CampaignDryRunService, type ExplainedNotification } from './campaigns/campaign-dry-run.service.js';
export { NotificationsModule } from './notifications.module.js';
export { CampaignService } from './campaigns/campaign.service.js';
