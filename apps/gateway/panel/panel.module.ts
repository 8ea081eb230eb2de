import { Module, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ACCESS } from './access/member.guard.js';
import { PanelBuildService } from './access/panel-build.service.js';
import { PanelAccountsController } from './accounts/accounts.controller.js';
import { PanelApprovalsController } from './approvals/approvals.controller.js';
import { PanelAudienceReachController } from './audience/audience-reach.controller.js';
import { AudienceWordsController } from './audience/audience-words.controller.js';
import { PanelAudienceController } from './audience/audience.controller.js';
import { PanelSegmentsController } from './audience/segments.controller.js';
import { PanelAuditController } from './audit/panel-audit.controller.js';
import { CampaignComparisonController } from './campaigns/campaign-comparison.controller.js';
import { CampaignFilingController } from './campaigns/campaign-filing.controller.js';
import { CampaignDetailService } from './campaigns/campaign-detail.service.js';
import { CampaignPayloadsController } from './campaigns/campaign-payloads.controller.js';
import { CampaignPeopleController } from './campaigns/campaign-people.controller.js';
import { CampaignTimesController } from './campaigns/campaign-times.controller.js';
import { PanelCampaignsController } from './campaigns/campaigns.controller.js';
import { RecipientPagesService } from './campaigns/recipient-pages.service.js';
import { PanelChecksController } from './compose/checks.controller.js';
import { PanelComposeController } from './compose/compose.controller.js';
import { MessageChoicesController } from './compose/message-choices.controller.js';
import { TemplateNamesController } from './compose/template-names.controller.js';
import { DraftCommentsController } from './drafts/draft-comments.controller.js';
import { PanelDraftsController } from './drafts/drafts.controller.js';
import { JourneyDraftsController } from './drafts/journey-drafts.controller.js';
import { PanelTaggingsController } from './taggings/taggings.controller.js';
import { PanelErasureListsController } from './erasures/erasure-lists.controller.js';
import { PanelErasuresController } from './erasures/erasures.controller.js';
import { AudienceExportController } from './exports/audience-export.controller.js';
import { PanelPersonExportController } from './exports/person-export.controller.js';
import { PanelGeofencesController } from './geofences/geofences.controller.js';
import { HomeFiguresController } from './home/home-figures.controller.js';
import { HomeOverviewService } from './home/home-overview.service.js';
import { HomeStepsController } from './home/home-steps.controller.js';
import { PanelHomeController } from './home/home.controller.js';
import { PanelImportsController } from './imports/panel-imports.controller.js';
import { PanelInboxController } from './inbox/inbox.controller.js';
import { PanelJourneysController } from './journeys/journeys.controller.js';
import { PersonJourneysController } from './journeys/person-journeys.controller.js';
import { JourneyAlarmsController } from './journeys/journey-alarms.controller.js';
import { JourneyRequestsController } from './journeys/journey-requests.controller.js';
import { ReplaysController } from './journeys/replays.controller.js';
import { JourneyPositionsController } from './journeys/positions.controller.js';
import { ScenariosController } from './journeys/scenarios.controller.js';
import { PanelKeysController } from './keys/keys.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveService } from './live/live.service.js';
import { PanelMediaController } from './media/media.controller.js';
import { MembersController } from './members/members.controller.js';
import { MeController } from './session/me.controller.js';
import { OidcController } from './session/oidc.controller.js';
import { PasskeysController } from './session/passkeys.controller.js';
import { PanelReportsController } from './reports/reports.controller.js';
import { PanelSendsController } from './sends/sends.controller.js';
import { SessionController } from './session/session.controller.js';
import { PanelSetupController } from './setup/setup.controller.js';
import { UnmatchedEventsController } from './setup/unmatched-events.controller.js';
import { PanelDrillsController } from './simulators/drills.controller.js';
import { PanelSimulatorsController } from './simulators/simulators.controller.js';
import { PanelSuppressionsController, SuppressionFileController } from './suppressions/suppressions.controller.js';
import { PanelTemplateVersionsController } from './templates/template-versions.controller.js';
import { PanelCatalogsController } from './catalogs/catalogs.controller.js';
import { PanelTemplatesController } from './templates/templates.controller.js';
import { PanelDefinitionsController } from './texts/definitions.controller.js';
import { PanelTextsController } from './texts/texts.controller.js';
import { PanelSeriesTranslationsController } from './texts/series-translations.controller.js';
import { PanelTranslationsController } from './texts/translations.controller.js';
import { PanelOwnUsersController } from './testers/own-users.controller.js';
import { PanelTestersController } from './testers/testers.controller.js';
import { PeopleSearchController } from './users/people-search.controller.js';
import { PersonMessagesController } from './users/person-messages.controller.js';
import { PanelPersonController } from './users/person-edit.controller.js';
import { PanelViewsController } from './views/views.controller.js';
import { PanelUsersController } from './users/users.controller.js';

const CONTROLLERS: Type[] = [
  SessionController,
  OidcController,
  PasskeysController,
  MeController,
  MembersController,
  PanelHomeController,
  HomeFiguresController,
  HomeStepsController,
  PanelCampaignsController,
  CampaignTimesController,
  CampaignFilingController,
  CampaignComparisonController,
  CampaignPeopleController,
  CampaignPayloadsController,
  PanelChecksController,
  PanelComposeController,
  MessageChoicesController,
  TemplateNamesController,
  PanelDraftsController,
  JourneyDraftsController,
  DraftCommentsController,
  PanelApprovalsController,
  PanelSendsController,
  PanelViewsController,
  PanelTestersController,
  PanelOwnUsersController,
  PeopleSearchController,
  PanelUsersController,
  PersonMessagesController,
  PanelPersonController,
  PersonJourneysController,
  PanelPersonExportController,
  PanelTaggingsController,
  PanelErasureListsController,
  PanelErasuresController,
  PanelInboxController,
  PanelSuppressionsController,
  SuppressionFileController,
  PanelImportsController,
  PanelAudienceController,
  AudienceWordsController,
  PanelAudienceReachController,
  PanelSegmentsController,
  PanelReportsController,
  PanelMediaController,
  PanelGeofencesController,
  PanelJourneysController,
  JourneyAlarmsController,
  JourneyRequestsController,
  ReplaysController,
  ScenariosController,
  JourneyPositionsController,
  PanelTemplateVersionsController,
  PanelCatalogsController,
  PanelTemplatesController,
  PanelDefinitionsController,
  PanelTextsController,
  PanelSeriesTranslationsController,
  PanelTranslationsController,
  AudienceExportController,
  PanelAuditController,
  LiveController,
  PanelAccountsController,
  PanelKeysController,
  PanelSetupController,
  UnmatchedEventsController,
  PanelSimulatorsController,
  PanelDrillsController,
];

/** The interface of the panel, `/panel/1.0`. */
@Module({
  controllers: CONTROLLERS,
  providers: [PanelBuildService, LiveService, HomeOverviewService, CampaignDetailService, RecipientPagesService],
})
export class PanelModule implements OnModuleInit {
  onModuleInit(): void {
    requireAccess(CONTROLLERS);
  }
}

/** @throws Error for an operation that does not say who may use it */
export function requireAccess(controllers: readonly Type[]): void {
  for (const { name, prototype } of controllers) {
    const methods: [string, PropertyDescriptor][] = Object.entries(
      Object.getOwnPropertyDescriptors(prototype as Record<string, unknown>),
    );
    for (const [method, { value }] of methods) {
      const isRoute = typeof value === 'function' && Reflect.hasMetadata(METHOD_METADATA, value);
      if (isRoute && !Reflect.hasMetadata(ACCESS, value)) {
        throw new Error(`${name}.${method} does not say who may use it`);
      }
    }
  }
}
