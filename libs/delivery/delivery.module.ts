import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { ChannelsModule } from '#libs/channels';
import { InboxModule } from '#libs/inbox';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountRestRepository } from './account-rest.repository.js';
import { AddressScreening } from './address-screening.js';
import { AccountTurns } from './account-turns.js';
import { AttachmentRepository } from './attachments/attachment.repository.js';
import { Attachments } from './attachments/attachments.service.js';
import { ChunkLeases } from './chunk-leases.service.js';
import { ChunkRepository } from './chunk.repository.js';
import { ChunkService } from './chunk.service.js';
import { ClickRepository } from './click.repository.js';
import { ClickService } from './click.service.js';
import { ConservationRepository } from './conservation.repository.js';
import { ConservationService } from './conservation.service.js';
import { DispatchRepository } from './dispatch.repository.js';
import { DoubtService } from './doubt.service.js';
import { FenceRepository } from './fence.repository.js';
import { FenceService } from './fence.service.js';
import { FrozenMessages } from './frozen-messages.js';
import { HookCallRepository } from './hooks/hook-call.repository.js';
import { HookCallService } from './hooks/hook-call.service.js';
import { HookRepository } from './hooks/hook.repository.js';
import { HookSecrets } from './hooks/hook-secrets.js';
import { HookService } from './hooks/hook.service.js';
import { HooksSection } from './hooks/hooks.section.js';
import { SimulatedOrigins } from './simulated-origins.js';
import { LaunchService } from './launch.service.js';
import { LinkRepository } from './links/link.repository.js';
import { MessageTokens } from './links/message-tokens.js';
import { PublicLinks } from './links/public-links.service.js';
import { ReturnPaths } from './links/return-paths.js';
import { MergedRecipients } from './merged-recipients.js';
import { ProviderAccounts } from './provider-accounts.js';
import { LateReports } from './receipts/late-reports.service.js';
import { ProviderReceiptRepository } from './receipts/provider-receipt.repository.js';
import { ReportPlaces } from './receipts/report-places.js';
import { RecordsRepository } from './records.repository.js';
import { RecordsService } from './records.service.js';
import { ResultRepository } from './result.repository.js';
import { LaunchAudience } from './launch-audience.service.js';
import { PastResultRepository } from './rehearsal/past-result.repository.js';
import { RehearsalService } from './rehearsal/rehearsal.service.js';
import { ReleaseRepository } from './release.repository.js';
import { ReleaseService } from './release.service.js';
import { ReplacementRepository } from './replacement.repository.js';
import { Replacements } from './replacements.js';
import { SampleRepository } from './sample.repository.js';
import { SingleSendRepository } from './singles/single-send.repository.js';
import { SingleCalls } from './singles/single-calls.service.js';
import { SingleIntake } from './singles/single-intake.service.js';
import { SingleSends } from './singles/single-sends.service.js';
import { SingleSettlements } from './singles/single-settlements.service.js';
import { Wire } from './wire.service.js';
import { SettleService } from './settle.service.js';
import { SteeringRepository } from './steering.repository.js';
import { SteeringService } from './steering.service.js';
import { SubBatches } from './sub-batch.js';
import { SweepService } from './sweep.service.js';
import { TokenHygiene } from './token-hygiene.service.js';
import { TokenStrikeRepository } from './token-strike.repository.js';

@Module({
  imports: [TenancyModule, ChannelsModule, UsersModule, InboxModule, AudienceModule],
  providers: [
    AttachmentRepository,
    Attachments,
    DispatchRepository,
    ChunkRepository,
    ChunkLeases,
    ResultRepository,
    FrozenMessages,
    MergedRecipients,
    AddressScreening,
    SubBatches,
    ProviderAccounts,
    AccountRestRepository,
    AccountTurns,
    DoubtService,
    LaunchService,
    ChunkService,
    SweepService,
    MessageTokens,
    ReturnPaths,
    LinkRepository,
    PublicLinks,
    ReportPlaces,
    ProviderReceiptRepository,
    LateReports,
    ClickRepository,
    ClickService,
    ConservationRepository,
    ConservationService,
    RecordsRepository,
    HookCallRepository,
    HookCallService,
    HookRepository,
    HookSecrets,
    HookService,
    HooksSection,
    SimulatedOrigins,
    SteeringService,
    SteeringRepository,
    SettleService,
    Wire,
    SingleSends,
    SingleSendRepository,
    SingleIntake,
    SingleCalls,
    SingleSettlements,
    FenceRepository,
    FenceService,
    TokenHygiene,
    TokenStrikeRepository,
    SampleRepository,
    ReplacementRepository,
    Replacements,
    ReleaseService,
    ReleaseRepository,
    LaunchAudience,
    PastResultRepository,
    RehearsalService,
    RecordsService,
  ],
  exports: [
    HookCallService,
    HookService,
    ProviderAccounts,
    TokenHygiene,
    FenceService,
    ConservationService,
    Attachments,
    LaunchService,
    ChunkService,
    SingleSends,
    SingleCalls,
    SweepService,
    ClickService,
    RecordsService,
    ReturnPaths,
    PublicLinks,
    ReportPlaces,
    LateReports,
    SteeringService,
    RehearsalService,
  ],
})
export class DeliveryModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly hooks: HooksSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.hooks);
  }
}
