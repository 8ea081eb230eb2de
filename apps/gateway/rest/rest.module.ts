import { Module } from '@nestjs/common';
import { LegacyController } from '../legacy/legacy.controller.js';
import { AccountsController } from './audience/accounts.controller.js';
import { ApplicationController } from './audience/application.controller.js';
import { AudienceController } from './audience/audience.controller.js';
import { ExplainController } from './audience/explain.controller.js';
import { SetupController } from './audience/setup.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { CampaignContentsController } from './campaigns/campaign-contents.controller.js';
import { CatalogsController } from './catalogs/catalogs.controller.js';
import { EventsController } from './events/events.controller.js';
import { ItemImportsController } from './catalogs/item-imports.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { JourneyReplaysController } from './journeys/journey-replays.controller.js';
import { JourneyDigestController } from './journeys/journey-digest.controller.js';
import { JourneyApprovalsController } from './journeys/journey-approvals.controller.js';
import { JourneysController } from './journeys/journeys.controller.js';
import { AddressSendsController } from './messaging/address-sends.controller.js';
import { CampaignsController } from './messaging/campaigns.controller.js';
import { DefinitionsController } from './messaging/definitions.controller.js';
import { TranslationsController } from './texts/translations.controller.js';
import { SeriesTranslationsController } from './texts/series-translations.controller.js';
import { WrittenTranslationsController } from './texts/written-translations.controller.js';
import { GeofencesController } from './messaging/geofences.controller.js';
import { InboxController } from './messaging/inbox.controller.js';
import { NotificationsController } from './messaging/notifications.controller.js';
import { SmsController } from './messaging/sms.controller.js';
import { ExportController } from './privacy/export.controller.js';
import { CampaignOverviewController } from './reporting/campaign-overview.controller.js';
import { EngagementController } from './reporting/engagement.controller.js';
import { ResultExportController } from './reporting/result-export.controller.js';
import { ConsentProofController } from './reporting/consent-proof.controller.js';
import { UserOverviewController } from './reporting/user-overview.controller.js';
import { ChatController } from './users/chat/chat.controller.js';
import { AddressesController } from './users/consent/addresses.controller.js';
import { OptInChangeService } from './users/consent/opt-in-change.service.js';
import { PreferencesController } from './users/consent/preferences.controller.js';
import { SuppressionsController } from './users/consent/suppressions.controller.js';
import { DevicesController } from './users/devices.controller.js';
import { ErasureController } from './users/erasure.controller.js';
import { ProfileController } from './users/profile.controller.js';
import { TestersController } from './users/testers.controller.js';
import { UsersController } from './users/users.controller.js';
import { WhatsAppController } from './users/whatsapp/whatsapp.controller.js';

/** Operations for servers, those of earlier versions last. The order of the controllers is that of the API document. */
@Module({
  controllers: [
    UsersController,
    TestersController,
    ProfileController,
    DevicesController,
    PreferencesController,
    AddressesController,
    SuppressionsController,
    ErasureController,
    WhatsAppController,
    ChatController,
    ImportsController,
    ItemImportsController,
    ExportController,
    AccountsController,
    ApplicationController,
    AudienceController,
    ExplainController,
    SetupController,
    AuditController,
    CampaignsController,
    CampaignContentsController,
    DefinitionsController,
    TranslationsController,
    SeriesTranslationsController,
    WrittenTranslationsController,
    NotificationsController,
    AddressSendsController,
    SmsController,
    GeofencesController,
    CatalogsController,
    InboxController,
    CampaignOverviewController,
    EngagementController,
    ResultExportController,
    ConsentProofController,
    UserOverviewController,
    EventsController,
    JourneyApprovalsController,
    JourneyDigestController,
    JourneyReplaysController,
    JourneysController,
    LegacyController,
  ],
  providers: [OptInChangeService],
})
export class RestModule {}
