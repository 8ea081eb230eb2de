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
export type { CampaignAuthor } from './campaigns/campaign-store.service.js';
export { ComposedCampaignDto, ComposedMessageDto, SeenCheckDto } from './compose/composed-campaign.dto.js';
export { CampaignLaunchService, type CampaignCheck, type LaunchedCampaign } from './compose/campaign-launch.service.js';
export { ComposePreviewService, type ComposedPayload, type ComposePreview } from './compose/compose-preview.service.js';
export type { ComposeWarning } from './compose/compose-warnings.js';
export { TestSendService } from './compose/test-send.service.js';
export { NotificationDefinitionService } from './definitions/notification-definition.service.js';
export { ChangedDefinitionDto } from './definitions/definition.dto.js';
export type { Definition } from './model/notifications.types.js';
export { NotificationsModule } from './notifications.module.js';
export { ReviewExpiryService } from './reviews/review-expiry.service.js';
export { ReviewReaderService } from './reviews/review-reader.service.js';
export { ReviewService } from './reviews/review.service.js';
export { REVIEW_STATES, type Review, type WaitingCampaign } from './reviews/review.types.js';
export { AddressSendService } from './transactional/address-send.service.js';
export { TransactionalService } from './transactional/transactional.service.js';
export { BulkNotificationDto } from './campaigns/bulk.dto.js';
export { LegacyPush11Dto, LegacyPush12Dto } from './campaigns/legacy.dto.js';
export { DirectSendDto, SendNotificationDto, SendWithFilesDto } from './transactional/send.dto.js';
