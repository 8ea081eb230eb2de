import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { IdentityModule } from '#libs/identity';
import { InboxModule } from '#libs/inbox';
import { MembersModule } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { CampaignDeskService } from './campaign-desk.service.js';
import { CampaignHistoryService } from './campaign-history.service.js';
import { CampaignLimitService } from './campaign-limit.service.js';
import { CampaignTotalsRepository } from './campaign-totals.repository.js';
import { CampaignChoicesService } from './choices/campaign-choices.service.js';
import { ErasureDeskService } from './erasures/erasure-desk.service.js';
import { AudienceExportService } from './exports/audience-export.service.js';
import { RecipientExportService } from './exports/recipient-export.service.js';
import { PersonInboxService } from './inbox/person-inbox.service.js';
import { CampaignOverlapService } from './overlaps/campaign-overlap.service.js';
import { PersonDeskService } from './person-desk.service.js';
import { PersonEditService } from './person-edit.service.js';
import { PersonRemovalService } from './person-removal.service.js';
import { PersonFactsService } from './person-facts.service.js';
import { PersonHeadService } from './person-head.service.js';
import { PersonTimelineService } from './person-timeline.service.js';
import { DeskSendRepository } from './sends/desk-send.repository.js';
import { DeskSendService } from './sends/desk-send.service.js';
import { TestDeskService } from './sends/test-desk.service.js';
import { TokenLimitService } from './sends/token-limit.service.js';
import { AudienceTaggingService } from './taggings/audience-tagging.service.js';
import { CodeReachService } from './testers/code-reach.service.js';
import { OwnUserDeskService } from './testers/own-user-desk.service.js';
import { TesterDeskService } from './testers/tester-desk.service.js';
import { SuppressionDeskService } from './suppressions/suppression-desk.service.js';

/** Reads for screens across modules. Changes of persons go through the rooms, each with its entry in the audit log. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    DeliveryModule,
    EventsModule,
    IdentityModule,
    InboxModule,
    MembersModule,
    NotificationsModule,
    ReportingModule,
    TenancyModule,
    UsersModule,
  ],
  providers: [
    AudienceExportService,
    AudienceTaggingService,
    CampaignChoicesService,
    CampaignDeskService,
    CampaignHistoryService,
    CampaignLimitService,
    CampaignOverlapService,
    CampaignTotalsRepository,
    CodeReachService,
    DeskSendRepository,
    DeskSendService,
    ErasureDeskService,
    OwnUserDeskService,
    PersonDeskService,
    PersonEditService,
    PersonFactsService,
    PersonHeadService,
    PersonInboxService,
    PersonRemovalService,
    PersonTimelineService,
    RecipientExportService,
    SuppressionDeskService,
    TestDeskService,
    TesterDeskService,
    TokenLimitService,
  ],
  exports: [
    PersonInboxService,
    AudienceExportService,
    AudienceTaggingService,
    CampaignChoicesService,
    CampaignDeskService,
    CampaignHistoryService,
    CampaignLimitService,
    CampaignOverlapService,
    DeskSendService,
    ErasureDeskService,
    OwnUserDeskService,
    PersonDeskService,
    PersonEditService,
    PersonHeadService,
    PersonRemovalService,
    RecipientExportService,
    SuppressionDeskService,
    TestDeskService,
    TesterDeskService,
    TokenLimitService,
  ],
})
export class DeskModule {}
