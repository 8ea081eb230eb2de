import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { ChannelsModule } from '#libs/channels';
import { EventsModule, ItemEventService } from '#libs/events';
import { InboxModule } from '#libs/inbox';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { FeedSubscriberRegistryService } from '#platform/outbox';
import { CampaignControlRepository } from './control/campaign-control.repository.js';
import { CampaignControlService } from './control/campaign-control.service.js';
import { ChunkPlacesService } from './control/chunk-places.service.js';
import { CopyGuardRepository } from './control/copy-guard.repository.js';
import { CopyGuardService } from './control/copy-guard.service.js';
import { DeliveryJobsService } from './control/delivery-jobs.service.js';
import { DueTimeRepository } from './control/due-time.repository.js';
import { DueTimeService } from './control/due-time.service.js';
import { FairTurnService } from './control/fair-turn.service.js';
import { OpenChunkRepository } from './control/open-chunk.repository.js';
import { PacingRepository } from './control/pacing.repository.js';
import { PacingService } from './control/pacing.service.js';
import { RecoveryService } from './control/recovery.service.js';
import { RetryChunksService } from './control/retry-chunks.service.js';
import { DispatchesModule } from './dispatches.module.js';
import { AccountLimitsService } from './dry-run/account-limits.service.js';
import { BlankSearchService } from './dry-run/blank-search.service.js';
import { DeliveryDryRunService } from './dry-run/delivery-dry-run.service.js';
import { OtherSendRepository } from './dry-run/other-send.repository.js';
import { PastResultRepository } from './dry-run/past-result.repository.js';
import { PlannedRecipientsService } from './dry-run/planned-recipients.service.js';
import { UserDryRunService } from './dry-run/user-dry-run.service.js';
import { UserRecipientsService } from './dry-run/user-recipients.service.js';
import { DispatchIntakeService } from './intake/dispatch-intake.service.js';
import { SendIdsService } from './intake/send-ids.service.js';
import { TransactionalIntakeService } from './intake/transactional-intake.service.js';
import { UserListIntakeService } from './intake/user-list-intake.service.js';
import { FetchesSection } from './live-data/section/fetches.section.js';
import { SendingModule } from './sending.module.js';
import { UnreportedResultRepository } from './webhooks/unreported-result.repository.js';
import { WebhookDeliveryRepository } from './webhooks/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhooks/webhook-delivery.service.js';
import { WebhookEndpointRepository } from './webhooks/webhook-endpoint.repository.js';
import { WebhookEndpointService } from './webhooks/webhook-endpoint.service.js';
import { WebhookSecretService } from './webhooks/webhook-secret.service.js';
import { WebhookSenderService } from './webhooks/webhook-sender.service.js';
import { WebhookEventRepository } from './webhooks/webhook-event.repository.js';
import { WebhookEventSubscriberService } from './webhooks/webhook-event-subscriber.service.js';
import { WebhookSubscriberService } from './webhooks/webhook-subscriber.service.js';
import { WebhooksSection } from './webhooks/section/webhooks.section.js';

const PROVIDERS = [
  CampaignControlRepository,
  CampaignControlService,
  ChunkPlacesService,
  CopyGuardRepository,
  CopyGuardService,
  DeliveryJobsService,
  DueTimeRepository,
  DueTimeService,
  FairTurnService,
  OpenChunkRepository,
  PacingRepository,
  PacingService,
  RecoveryService,
  RetryChunksService,
  AccountLimitsService,
  BlankSearchService,
  DeliveryDryRunService,
  OtherSendRepository,
  PastResultRepository,
  PlannedRecipientsService,
  UserDryRunService,
  UserRecipientsService,
  DispatchIntakeService,
  SendIdsService,
  TransactionalIntakeService,
  UserListIntakeService,
  UnreportedResultRepository,
  WebhookDeliveryRepository,
  WebhookDeliveryService,
  WebhookEndpointRepository,
  WebhookEndpointService,
  WebhookSecretService,
  WebhookSenderService,
  WebhookSubscriberService,
  WebhookEventRepository,
  WebhookEventSubscriberService,
  WebhooksSection,
  FetchesSection,
];

/** From the request of a send to the results of its recipients: intake, control and webhooks with the parts below. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    ChannelsModule,
    DispatchesModule,
    EventsModule,
    InboxModule,
    SendingModule,
    TenancyModule,
    UsersModule,
  ],
  providers: PROVIDERS,
  exports: [DispatchesModule, SendingModule, ...PROVIDERS],
})
export class DeliveryModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly webhooks: WebhooksSection,
    private readonly fetches: FetchesSection,
    private readonly subscribers: FeedSubscriberRegistryService,
    private readonly results: WebhookSubscriberService,
    private readonly events: WebhookEventSubscriberService,
    private readonly items: ItemEventService,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.webhooks);
    this.sections.register(this.fetches);
    this.subscribers.register(this.results);
    this.subscribers.register(this.events);
    this.items.addListener((tx, appId, reports) => this.events.reportItemEvents(tx, appId, reports));
  }
}
