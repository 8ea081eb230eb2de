import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule, SegmentUsesService } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { MembersModule } from '#libs/members';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { ApprovalMailRepository } from './approvals/approval-mail.repository.js';
import { ApprovalRenewalService } from './approvals/approval-renewal.service.js';
import { ApprovalRequestRepository } from './approvals/approval-request.repository.js';
import { ApprovalService } from './approvals/approval.service.js';
import { KeyDecisionService } from './approvals/key-decision.service.js';
import { NotificationRetentionService } from './approvals/notification-retention.service.js';
import { WaitingSendRepository } from './approvals/waiting-send.repository.js';
import { GalleryService } from './gallery/gallery.service.js';
import { InvitationMailService } from './member-mails/invitation-mail.service.js';
import { ApproverMailService } from './approver-mails/approver-mail.service.js';
import { ReachedContentsService } from './campaigns/reached-contents.service.js';
import { StepContentsService } from './campaigns/step-contents.service.js';
import { CampaignContentsService } from './campaigns/campaign-contents.service.js';
import { CampaignDryRunService } from './campaigns/campaign-dry-run.service.js';
import { CampaignMoveService } from './campaigns/campaign-move.service.js';
import { CampaignStateService } from './campaigns/campaign-state.service.js';
import { CampaignStoreService } from './campaigns/campaign-store.service.js';
import { SeriesChangeService } from './campaigns/series-change.service.js';
import { SeriesTranslationService } from './campaigns/series-translation.service.js';
import { CampaignService } from './campaigns/campaign.service.js';
import { ButtonSetReaderService } from './catalogue/button-set-reader.service.js';
import { BlockRepository } from './blocks/block.repository.js';
import { BlocksSection } from './blocks/blocks.section.js';
import { TemplateNamesService } from './blocks/template-names.service.js';
import { TemplateTextsService } from './blocks/template-texts.service.js';
import { ButtonSetRepository } from './catalogue/button-set.repository.js';
import { ButtonSetsSection } from './catalogue/button-sets.section.js';
import { SoundRepository } from './catalogue/sound.repository.js';
import { SoundsSection } from './catalogue/sounds.section.js';
import { CampaignLaunchService } from './compose/campaign-launch.service.js';
import { CampaignOutlookService } from './compose/campaign-outlook.service.js';
import { CheckSampleService } from './compose/check-sample.service.js';
import { CodeSendService } from './compose/code-send.service.js';
import { ComposePreviewService } from './compose/compose-preview.service.js';
import { ComposedCampaignService } from './compose/composed-campaign.service.js';
import { MailContentService } from './compose/mail-content.service.js';
import { TestDispatchService } from './compose/test-dispatch.service.js';
import { TestSendService } from './compose/test-send.service.js';
import { ConfirmationDispatchService } from './confirmations/confirmation-dispatch.service.js';
import { ConfirmationLimitService } from './confirmations/confirmation-limit.service.js';
import { ConfirmationLinkService } from './confirmations/confirmation-link.service.js';
import { ConfirmationMessageService } from './confirmations/confirmation-message.service.js';
import { ConfirmationRecipientService } from './confirmations/confirmation-recipient.service.js';
import { ConfirmationSendService } from './confirmations/confirmation-send.service.js';
import { ConfirmationService } from './confirmations/confirmation.service.js';
import { StrangerMailWriterService } from './confirmations/stranger-mail-writer.service.js';
import { StrangerMailService } from './confirmations/stranger-mail.service.js';
import { AccountReferencesService } from './definitions/account-references.service.js';
import { DefinitionReferencesService } from './definitions/definition-references.service.js';
import { BlockUseRepository } from './block-uses/block-use.repository.js';
import { BlockUsesService } from './block-uses/block-uses.service.js';
import { TranslationRepository } from './translations/translation.repository.js';
import { TranslationService } from './translations/translation.service.js';
import { ContentTranslationService } from './translations/content-translation.service.js';
import { TranslationWordingService } from './translations/translation-wording.service.js';
import { DraftTranslationRepository } from './translations/draft-translation.repository.js';
import { DraftTranslationService } from './translations/draft-translation.service.js';
import { DefinitionRepository } from './definitions/definition.repository.js';
import { MemberDefinitionService } from './definitions/member-definition.service.js';
import { NotificationDefinitionService } from './definitions/notification-definition.service.js';
import { DraftPresenceRepository } from './drafts/draft-presence.repository.js';
import { DraftPresenceService } from './drafts/draft-presence.service.js';
import { DraftCommentRepository } from './drafts/draft-comment.repository.js';
import { DraftCommentService } from './drafts/draft-comment.service.js';
import { DraftRepository } from './drafts/draft.repository.js';
import { DraftService } from './drafts/draft.service.js';
import { WrittenCampaignErasureRepository } from './drafts/written-campaign-erasure.repository.js';
import { CampaignFilingRepository } from './filing/campaign-filing.repository.js';
import { CampaignFilingService } from './filing/campaign-filing.service.js';
import { CampaignCheckRepository } from './forecasts/campaign-check.repository.js';
import { CampaignCheckService } from './forecasts/campaign-check.service.js';
import { CampaignForecastService } from './forecasts/campaign-forecast.service.js';
import { CheckFactsService } from './forecasts/check-facts.service.js';
import { MessageWarningService } from './forecasts/message-warning.service.js';
import { NeighbourService } from './forecasts/neighbour.service.js';
import { NotificationExplanationService } from './forecasts/notification-explanation.service.js';
import { ScheduledForecastService } from './forecasts/scheduled-forecast.service.js';
import { MediaRepository } from './media/media.repository.js';
import { MediaService } from './media/media.service.js';
import { SeriesHoldService } from './recurring/series-hold.service.js';
import { SeriesRunnerService } from './recurring/series-runner.service.js';
import { ReviewExpiryService } from './reviews/review-expiry.service.js';
import { ReviewNeighbourService } from './reviews/review-neighbour.service.js';
import { ReviewReaderService } from './reviews/review-reader.service.js';
import { ReviewService } from './reviews/review.service.js';
import { SendReviewService } from './reviews/send-review.service.js';
import { TemplateHistoryService } from './templates/template-history.service.js';
import { TemplateRepository } from './templates/template.repository.js';
import { TemplateService } from './templates/template.service.js';
import { AddressSendService } from './transactional/address-send.service.js';
import { TransactionalApprovalService } from './transactional/transactional-approval.service.js';
import { TransactionalStateService } from './transactional/transactional-state.service.js';
import { TransactionalService } from './transactional/transactional.service.js';

const PROVIDERS = [
  ApprovalMailRepository,
  ApprovalRenewalService,
  ApprovalRequestRepository,
  ApprovalService,
  KeyDecisionService,
  NotificationRetentionService,
  WaitingSendRepository,
  ApproverMailService,
  InvitationMailService,
  GalleryService,
  CampaignContentsService,
  ReachedContentsService,
  StepContentsService,
  CampaignDryRunService,
  CampaignMoveService,
  CampaignStateService,
  CampaignStoreService,
  CampaignService,
  SeriesChangeService,
  SeriesTranslationService,
  ButtonSetReaderService,
  ButtonSetRepository,
  ButtonSetsSection,
  SoundRepository,
  SoundsSection,
  CampaignLaunchService,
  CampaignOutlookService,
  CheckSampleService,
  CodeSendService,
  ComposePreviewService,
  ComposedCampaignService,
  MailContentService,
  TestDispatchService,
  TestSendService,
  ConfirmationDispatchService,
  ConfirmationLimitService,
  ConfirmationLinkService,
  ConfirmationMessageService,
  ConfirmationRecipientService,
  ConfirmationSendService,
  ConfirmationService,
  StrangerMailService,
  StrangerMailWriterService,
  AccountReferencesService,
  DefinitionReferencesService,
  BlockRepository,
  BlocksSection,
  TemplateNamesService,
  TemplateTextsService,
  BlockUseRepository,
  BlockUsesService,
  ContentTranslationService,
  DraftTranslationRepository,
  DraftTranslationService,
  TranslationRepository,
  TranslationWordingService,
  TranslationService,
  DefinitionRepository,
  MemberDefinitionService,
  NotificationDefinitionService,
  DraftPresenceRepository,
  DraftPresenceService,
  DraftCommentRepository,
  DraftCommentService,
  DraftRepository,
  DraftService,
  WrittenCampaignErasureRepository,
  CampaignFilingRepository,
  CampaignFilingService,
  CampaignCheckRepository,
  CampaignCheckService,
  CampaignForecastService,
  CheckFactsService,
  MessageWarningService,
  NeighbourService,
  NotificationExplanationService,
  ScheduledForecastService,
  MediaRepository,
  MediaService,
  SeriesHoldService,
  SeriesRunnerService,
  ReviewExpiryService,
  ReviewNeighbourService,
  ReviewReaderService,
  ReviewService,
  SendReviewService,
  TemplateHistoryService,
  TemplateRepository,
  TemplateService,
  AddressSendService,
  TransactionalApprovalService,
  TransactionalStateService,
  TransactionalService,
];

/** Definitions, campaigns and transactional sends: they become dispatches of `libs/delivery`. */
@Module({
  imports: [AudienceModule, AuditModule, DeliveryModule, EventsModule, MembersModule, TenancyModule, UsersModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class NotificationsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly buttonSets: ButtonSetsSection,
    private readonly sounds: SoundsSection,
    private readonly blocks: BlocksSection,
    private readonly uses: SegmentUsesService,
    private readonly drafts: DraftRepository,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.buttonSets);
    this.sections.register(this.sounds);
    this.sections.register(this.blocks);
    this.uses.register({ listUses: async (on, appId) => this.drafts.listSegmentUses(on, appId) });
  }
}
