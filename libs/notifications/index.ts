export type { Decision, WaitingRequest } from './approvals/approval.types.js';
export { NotificationRetentionService } from './approvals/notification-retention.service.js';
export { ApprovalService } from './approvals/approval.service.js';
export {
  CampaignDryRunService,
  type CampaignDryRun,
  type ExplainedNotification,
} from './campaigns/campaign-dry-run.service.js';
export { CampaignService } from './campaigns/campaign.service.js';
export { CampaignStoreService } from './campaigns/campaign-store.service.js';
export { CampaignStateService } from './campaigns/campaign-state.service.js';
export { NotificationDefinitionService } from './definitions/notification-definition.service.js';
export { ChangedDefinitionDto } from './definitions/definition.dto.js';
export type { Definition } from './model/notifications.types.js';
export { NotificationsModule } from './notifications.module.js';
export { AddressSendService } from './transactional/address-send.service.js';
export { TransactionalService } from './transactional/transactional.service.js';
export { BulkNotificationDto } from './campaigns/bulk.dto.js';
export { LegacyPush11Dto, LegacyPush12Dto } from './campaigns/legacy.dto.js';
export { DirectSendDto, SendNotificationDto, SendWithFilesDto } from './transactional/send.dto.js';
