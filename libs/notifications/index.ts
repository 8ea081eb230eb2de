export {
  CampaignDryRunService,
  type CampaignDryRun,
  type ContentsDryRun,
} from './campaigns/campaign-dry-run.service.js';
export {
  NotificationExplanationService,
  type ExplainedNotification,
} from './forecasts/notification-explanation.service.js';
export { ButtonSetReaderService } from './catalogue/button-set-reader.service.js';
export { CampaignContentsService } from './campaigns/campaign-contents.service.js';
export { ContentsCampaignDto, MAX_CONTENTS } from './campaigns/contents.dto.js';
export { StepContentsService, type SendableContents, type WrittenContents } from './campaigns/step-contents.service.js';
export { CampaignService } from './campaigns/campaign.service.js';
export { CampaignMoveService } from './campaigns/campaign-move.service.js';
export { CampaignStoreService } from './campaigns/campaign-store.service.js';
export { CampaignStateService } from './campaigns/campaign-state.service.js';
export type { CampaignAuthor } from './campaigns/campaign-store.service.js';
export { ComposedCampaignDto, ComposedMessageDto, SeenCheckDto } from './compose/composed-campaign.dto.js';
export { CampaignLaunchService } from './compose/campaign-launch.service.js';
export { CampaignOutlookService } from './compose/campaign-outlook.service.js';
export { CampaignCheckService } from './forecasts/campaign-check.service.js';
export { CampaignForecastService } from './forecasts/campaign-forecast.service.js';
export { CHECK_SEVERITIES, type CheckWarning } from './forecasts/check-warning.types.js';
export { MIN_FIND } from './filing/campaign-filing.repository.js';
export { CampaignFilingService, MAX_FOLDERS } from './filing/campaign-filing.service.js';
export type { CampaignFiling, CampaignFolder, FilingChange } from './filing/filing.types.js';
export { ScheduledForecastService } from './forecasts/scheduled-forecast.service.js';
export { NeighbourService, type Neighbourhood } from './forecasts/neighbour.service.js';
export { CHECK_STATES, type StoredCheck } from './forecasts/campaign-check.types.js';
export { CheckSampleService, type CheckSamples } from './compose/check-sample.service.js';
export { ComposePreviewService, type ComposedPayload, type ComposePreview } from './compose/compose-preview.service.js';
export type { ComposeWarning } from './forecasts/compose-warnings.js';
export { CodeSendService, type CodeLanguage } from './compose/code-send.service.js';
export { TestSendService } from './compose/test-send.service.js';
export { ConfirmationSendService } from './confirmations/confirmation-send.service.js';
export { ConfirmationService, type ConfirmationPage } from './confirmations/confirmation.service.js';
export { StrangerMailService } from './confirmations/stranger-mail.service.js';
export { TemplateNamesService, type TemplateNames } from './blocks/template-names.service.js';
export { BlockUsesService, type BlockUse, type ListedBlock } from './block-uses/block-uses.service.js';
export { type NamedDefinition, NotificationDefinitionService } from './definitions/notification-definition.service.js';
export { ChangedDefinitionDto } from './definitions/definition.dto.js';
export { MediaService, checkMediaSize } from './media/media.service.js';
export { MAX_MEDIA_BYTES, type ListedMedia, type MediaUse, type ServedMedia } from './media/media.types.js';
export { BlockMailDto } from './mails/mail.dto.js';
export type { TemplateRegion } from './mails/mail.types.js';
export { readBlockMail } from './mails/read-blocks.js';
export { readRegions } from './mails/template-regions.js';
export type { CampaignActor, Definition } from './model/notifications.types.js';
export { NotificationsModule } from './notifications.module.js';
export { appsOfGrants, InvitationMailService, type InvitationEnd } from './member-mails/invitation-mail.service.js';
export { INVITATION_LANGUAGES } from './member-mails/invitation-mail-text.js';
export { ApproverMailService } from './approver-mails/approver-mail.service.js';
export { SeriesRunnerService } from './recurring/series-runner.service.js';
export { ReviewExpiryService } from './reviews/review-expiry.service.js';
export { ReviewNeighbourService } from './reviews/review-neighbour.service.js';
export { ReviewReaderService } from './reviews/review-reader.service.js';
export { ReviewService } from './reviews/review.service.js';
export { SendReviewService, type SendReview } from './reviews/send-review.service.js';
export { REVIEW_STATES, type Review, type WaitingCampaign } from './reviews/review.types.js';
export { AddressSendService } from './transactional/address-send.service.js';
export { TransactionalStateService } from './transactional/transactional-state.service.js';
export { TransactionalService } from './transactional/transactional.service.js';
export { BulkNotificationDto, ScheduleDto } from './campaigns/bulk.dto.js';
export { LegacyPush11Dto, LegacyPush12Dto } from './campaigns/legacy.dto.js';
export { DirectSendDto, SendNotificationDto, SendWithFilesDto } from './transactional/send.dto.js';
export { GalleryService } from './gallery/gallery.service.js';
export { GALLERY_IDS, GALLERY_LANGUAGES, type GalleryId, type GalleryLanguage } from './gallery/gallery.types.js';
