import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AudienceModule, SegmentUsesService } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { CatalogsModule } from '#libs/catalogs';
import { SimulatorOriginsService, ChannelsModule } from '#libs/channels';
import { ContactPolicyModule } from '#libs/contact-policy';
import { InboxModule } from '#libs/inbox';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountErrorRepository } from './accounts/account-error.repository.js';
import { AccountErrorService } from './accounts/account-error.service.js';
import { AccountMailService } from './accounts/account-mail.service.js';
import { AccountRateLimitService } from './accounts/account-rate-limit.service.js';
import { AccountStateService } from './accounts/account-state.service.js';
import { AccountTestService } from './accounts/account-test.service.js';
import { CircuitBreakerRepository } from './accounts/circuit-breaker.repository.js';
import { ProviderTemplateRepository } from './accounts/provider-template.repository.js';
import { ProviderTemplateService } from './accounts/provider-template.service.js';
import { RemovedAccountRepository } from './accounts/removed-account.repository.js';
import { RemovedAccountService } from './accounts/removed-account.service.js';
import { RenderPlanService } from './accounts/render-plan.service.js';
import { AccountReachCheck } from './checks/account-reach.check.js';
import { ActivityTokenCheck } from './checks/activity-token.check.js';
import { CategoryOptOutCheck } from './checks/category-opt-out.check.js';
import { ChangedChannelCheck } from './checks/changed-channel.check.js';
import { FrequencyCapCheck } from './checks/frequency-cap.check.js';
import { RecipientCheckRegistryService } from './checks/recipient-check-registry.service.js';
import type { ContactCheck, RecipientCheck } from './checks/recipient-check.js';
import { QuietHoursCheck } from './checks/quiet-hours.check.js';
import { ReplacementCheck } from './checks/replacement.check.js';
import { SessionWindowCheck } from './checks/session-window.check.js';
import { SuppressionCheck } from './checks/suppression.check.js';
import { DispatchesModule } from './dispatches.module.js';
import { CallbackUrlService } from './engagement/callback-url.service.js';
import { ClickRepository } from './engagement/clicks/click.repository.js';
import { ClickService } from './engagement/click.service.js';
import { EngagementFiguresRepository } from './engagement/engagement-figures.repository.js';
import { UserReportRepository } from './engagement/user-report.repository.js';
import { UserReportsService } from './engagement/user-reports.service.js';
import { PreferenceLinkService } from './engagement/preferences/preference-link.service.js';
import { PreferencePageService } from './engagement/preferences/preference-page.service.js';
import { UnsubscriptionService } from './engagement/preferences/unsubscription.service.js';
import { UndoTokenService } from './engagement/preferences/undo-token.service.js';
import { LinkClickService } from './engagement/link-click.service.js';
import { AddressRangesRepository } from './engagement/machines/address-ranges.repository.js';
import { AddressRangesService } from './engagement/machines/address-ranges.service.js';
import { FetchJudgeService } from './engagement/tracking/fetch-judge.service.js';
import { FetchRepository } from './engagement/machines/fetch.repository.js';
import { FetchSettlementService } from './engagement/tracking/fetch-settlement.service.js';
import { FetchRecorderService } from './engagement/tracking/fetch-recorder.service.js';
import { RecordingRuleService } from './engagement/tracking/recording-rule.service.js';
import { LinkTokenService } from './engagement/link-token.service.js';
import { LinkedMessageService } from './engagement/linked-message.service.js';
import { ProviderCallbackRepository } from './engagement/provider-callback.repository.js';
import { ProviderCallbackService } from './engagement/provider-callback.service.js';
import { ReportedMessageService } from './engagement/reported-message.service.js';
import { ReturnPathService } from './engagement/return-path.service.js';
import { LaunchContentService } from './launching/launch-content.service.js';
import { LaunchGuardService } from './launching/launch-guard.service.js';
import { LaunchInboxService } from './launching/launch-inbox.service.js';
import { LaunchService } from './launching/launch.service.js';
import { LeftOutSelectionService } from './launching/left-out-selection.service.js';
import { RecipientSelectionService } from './launching/recipient-selection.service.js';
import { CampaignLockRepository } from './contents/campaign-lock.repository.js';
import { NextContentService } from './contents/next-content.service.js';
import { NextInsertService } from './contents/next-insert.service.js';
import { NextRecipientsService } from './contents/next-recipients.service.js';
import { PersonResultsRepository } from './contents/person-results.repository.js';
import { PersonsService } from './contents/persons.service.js';
import { CampaignChoiceService } from './selection/campaign-choice.service.js';
import { RecipientGroupsService } from './selection/recipient-groups.service.js';
import { HoldoutService } from './selection/holdout.service.js';
import { SameAddressService } from './selection/same-address.service.js';
import { SampleRepository } from './selection/sample.repository.js';
import { WaitingSegmentsRepository } from './launching/waiting-segments.repository.js';
import { LiveCallService } from './live-data/live-call.service.js';
import { LiveDataService } from './live-data/live-data.service.js';
import { LivePreviewService } from './live-data/live-preview.service.js';
import { LivePeopleRepository } from './live-data/live-people.repository.js';
import { PayloadPreviewService } from './preview/payload-preview.service.js';
import { ProviderQuestionService } from './provider-question/provider-question.service.js';
import { SameNumberRepository } from './provider-question/same-number.repository.js';
import { BatchComposerService } from './recipients/batch-composer.service.js';
import { BatchPreparationService } from './recipients/batch-preparation.service.js';
import { MergedRecipientService } from './recipients/merged-recipient.service.js';
import { MessageCacheService } from './recipients/message-cache.service.js';
import { MessageLinksService } from './recipients/message-links.service.js';
import { RecipientReaderService } from './recipients/recipient-reader.service.js';
import { AddressAnswerService } from './sending/address-answer.service.js';
import { AttemptSenderService } from './sending/attempt-sender.service.js';
import { BatchCommitService } from './sending/batch-commit.service.js';
import { BatchPlannerService } from './sending/batch-planner.service.js';
import { BatchSenderService } from './sending/batch-sender.service.js';
import { ChunkCompletionService } from './sending/chunk-completion.service.js';
import { ChunkLeaseService } from './sending/chunk-lease.service.js';
import { ChunkSenderService } from './sending/chunk-sender.service.js';
import { ProviderClientService } from './sending/provider-client.service.js';
import { ResultRepository } from './sending/result.repository.js';
import { UnconfirmedSendsService } from './sending/unconfirmed-sends.service.js';
import { TransactionalBatchService } from './transactional/transactional-batch.service.js';
import { TransactionalCommitService } from './transactional/transactional-commit.service.js';
import { TransactionalLaunchService } from './transactional/transactional-launch.service.js';
import { TransactionalListenerService } from './transactional/transactional-listener.service.js';
import { TransactionalPlannerService } from './transactional/transactional-planner.service.js';
import { TransactionalSenderService } from './transactional/transactional-sender.service.js';
import { TransactionalRepository } from './transactional/transactional.repository.js';

const CHECKS = [
  AccountReachCheck,
  ActivityTokenCheck,
  CategoryOptOutCheck,
  ChangedChannelCheck,
  FrequencyCapCheck,
  QuietHoursCheck,
  ReplacementCheck,
  SessionWindowCheck,
  SuppressionCheck,
];

const PROVIDERS = [
  ...CHECKS,
  AccountErrorRepository,
  AccountErrorService,
  AccountMailService,
  AccountRateLimitService,
  AccountStateService,
  AccountTestService,
  CircuitBreakerRepository,
  ProviderTemplateRepository,
  ProviderTemplateService,
  RemovedAccountRepository,
  RemovedAccountService,
  RenderPlanService,
  SimulatorOriginsService,
  RecipientCheckRegistryService,
  CallbackUrlService,
  ClickRepository,
  ClickService,
  AddressRangesRepository,
  AddressRangesService,
  FetchJudgeService,
  FetchRecorderService,
  FetchRepository,
  FetchSettlementService,
  RecordingRuleService,
  EngagementFiguresRepository,
  UserReportRepository,
  UserReportsService,
  LinkClickService,
  PreferenceLinkService,
  PreferencePageService,
  UndoTokenService,
  UnsubscriptionService,
  LinkTokenService,
  LinkedMessageService,
  ProviderCallbackRepository,
  ProviderCallbackService,
  ReportedMessageService,
  ReturnPathService,
  LaunchContentService,
  LaunchGuardService,
  LaunchInboxService,
  LaunchService,
  LeftOutSelectionService,
  CampaignLockRepository,
  NextContentService,
  NextInsertService,
  NextRecipientsService,
  PersonResultsRepository,
  PersonsService,
  RecipientSelectionService,
  CampaignChoiceService,
  RecipientGroupsService,
  HoldoutService,
  SameAddressService,
  SampleRepository,
  WaitingSegmentsRepository,
  LiveCallService,
  LiveDataService,
  LivePeopleRepository,
  LivePreviewService,
  PayloadPreviewService,
  ProviderQuestionService,
  SameNumberRepository,
  BatchComposerService,
  BatchPreparationService,
  MergedRecipientService,
  MessageCacheService,
  MessageLinksService,
  RecipientReaderService,
  AddressAnswerService,
  AttemptSenderService,
  BatchCommitService,
  BatchPlannerService,
  BatchSenderService,
  ChunkCompletionService,
  ChunkLeaseService,
  ChunkSenderService,
  ProviderClientService,
  ResultRepository,
  UnconfirmedSendsService,
  TransactionalBatchService,
  TransactionalCommitService,
  TransactionalLaunchService,
  TransactionalListenerService,
  TransactionalPlannerService,
  TransactionalSenderService,
  TransactionalRepository,
];

/** From the launch of a stored send to the answers of providers, with the clicks and callbacks that follow. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    CatalogsModule,
    ChannelsModule,
    ContactPolicyModule,
    DispatchesModule,
    InboxModule,
    TenancyModule,
    UsersModule,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class SendingModule implements OnModuleInit {
  constructor(
    private readonly module: ModuleRef,
    private readonly checks: RecipientCheckRegistryService,
    private readonly uses: SegmentUsesService,
    private readonly waiting: WaitingSegmentsRepository,
  ) {}

  onModuleInit(): void {
    this.checks.register(...CHECKS.map((check) => this.module.get<RecipientCheck | ContactCheck>(check)));
    this.uses.register(this.waiting);
  }
}
