import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { ChannelsModule } from '#libs/channels';
import { InboxModule } from '#libs/inbox';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CircuitBreakerRepository } from './accounts/circuit-breaker.repository.js';
import { SuppressionCheckService } from './sending/suppression-check.service.js';
import { AccountRateLimitService } from './accounts/account-rate-limit.service.js';
import { ChunkLeaseService } from './sending/chunk-lease.service.js';
import { ChunkRepository } from './dispatches/chunk.repository.js';
import { ChunkSenderService } from './sending/chunk-sender.service.js';
import { DispatchRepository } from './dispatches/dispatch.repository.js';
import { UnconfirmedSendsService } from './sending/unconfirmed-sends.service.js';
import { CopyGuardRepository } from './control/copy-guard.repository.js';
import { CopyGuardService } from './control/copy-guard.service.js';
import { MessageCacheService } from './sending/message-cache.service.js';
import { WebhookDeliveryRepository } from './webhooks/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhooks/webhook-delivery.service.js';
import { WebhookEndpointRepository } from './webhooks/webhook-endpoint.repository.js';
import { WebhookSecretService } from './webhooks/webhook-secret.service.js';
import { WebhookEndpointService } from './webhooks/webhook-endpoint.service.js';
import { WebhooksSection } from './webhooks/webhooks.section.js';
import { SimulatorOriginsService } from './accounts/simulator-origins.service.js';
import { DeliveryQueueService } from './dispatches/delivery-queue.service.js';
import { DispatchIntakeService } from './intake/dispatch-intake.service.js';
import { LaunchService } from './launching/launch.service.js';
import { TransactionalBatchService } from './transactional/transactional-batch.service.js';
import { TransactionalLaunchService } from './transactional/transactional-launch.service.js';
import { TransactionalPlannerService } from './transactional/transactional-planner.service.js';
import { MergedRecipientService } from './sending/merged-recipient.service.js';
import { AccountStateService } from './accounts/account-state.service.js';
import { ResultRepository } from './sending/result.repository.js';
import { RecipientSelectionService } from './launching/recipient-selection.service.js';
import { PastResultRepository } from './dry-run/past-result.repository.js';
import { DeliveryDryRunService } from './dry-run/delivery-dry-run.service.js';
import { PacingRepository } from './control/pacing.repository.js';
import { PacingService } from './control/pacing.service.js';
import { ReplacementRepository } from './sending/replacement.repository.js';
import { SampleRepository } from './launching/sample.repository.js';
import { TransactionalRepository } from './transactional/transactional.repository.js';
import { TransactionalListenerService } from './transactional/transactional-listener.service.js';
import { TransactionalIntakeService } from './intake/transactional-intake.service.js';
import { TransactionalSenderService } from './transactional/transactional-sender.service.js';
import { TransactionalCommitService } from './transactional/transactional-commit.service.js';
import { ProviderClientService } from './sending/provider-client.service.js';
import { BatchCommitService } from './sending/batch-commit.service.js';
import { CampaignControlRepository } from './control/campaign-control.repository.js';
import { CampaignControlService } from './control/campaign-control.service.js';
import { BatchPreparationService } from './sending/batch-preparation.service.js';
import { RecoveryService } from './control/recovery.service.js';
import { DeadTokenService } from './tokens/dead-token.service.js';
import { DeadTokenRepository } from './tokens/dead-token.repository.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { EngagementModule } from './engagement/engagement.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { LedgerCheckModule } from './ledger-check/ledger-check.module.js';
import { BatchSenderService } from './sending/batch-sender.service.js';
import { ChunkCompletionService } from './sending/chunk-completion.service.js';
import { DeadAddressService } from './sending/dead-address.service.js';
import { WebhookSenderService } from './webhooks/webhook-sender.service.js';
import { AccountLimitsService } from './dry-run/account-limits.service.js';

@Module({
  imports: [
    TenancyModule,
    ChannelsModule,
    UsersModule,
    InboxModule,
    AudienceModule,
    AttachmentsModule,
    EngagementModule,
    ErasureModule,
    LedgerCheckModule,
  ],
  providers: [
    DispatchRepository,
    ChunkRepository,
    ChunkLeaseService,
    ResultRepository,
    MessageCacheService,
    MergedRecipientService,
    SuppressionCheckService,
    BatchPreparationService,
    AccountStateService,
    CircuitBreakerRepository,
    AccountRateLimitService,
    UnconfirmedSendsService,
    DeliveryQueueService,
    DispatchIntakeService,
    LaunchService,
    TransactionalBatchService,
    TransactionalLaunchService,
    TransactionalPlannerService,
    ChunkSenderService,
    RecoveryService,
    WebhookDeliveryRepository,
    WebhookDeliveryService,
    WebhookEndpointRepository,
    WebhookSecretService,
    WebhookEndpointService,
    WebhooksSection,
    SimulatorOriginsService,
    CampaignControlService,
    CampaignControlRepository,
    BatchCommitService,
    ProviderClientService,
    TransactionalSenderService,
    TransactionalRepository,
    TransactionalIntakeService,
    TransactionalListenerService,
    TransactionalCommitService,
    CopyGuardRepository,
    CopyGuardService,
    DeadTokenService,
    DeadTokenRepository,
    SampleRepository,
    ReplacementRepository,
    PacingService,
    PacingRepository,
    RecipientSelectionService,
    PastResultRepository,
    DeliveryDryRunService,
    BatchSenderService,
    ChunkCompletionService,
    DeadAddressService,
    WebhookSenderService,
    AccountLimitsService,
  ],
  exports: [
    AttachmentsModule,
    EngagementModule,
    ErasureModule,
    LedgerCheckModule,
    WebhookSenderService,
    WebhookDeliveryService,
    WebhookEndpointService,
    AccountStateService,
    DeadTokenService,
    CopyGuardService,
    DispatchIntakeService,
    LaunchService,
    ChunkSenderService,
    TransactionalSenderService,
    TransactionalListenerService,
    RecoveryService,
    CampaignControlService,
    DeliveryDryRunService,
  ],
})
export class DeliveryModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly hooks: WebhooksSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.hooks);
  }
}
