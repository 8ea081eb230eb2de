import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { ApproverMailsModule } from './approver-mails/approver-mails.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { ComposeModule } from './compose/compose.module.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { ForecastsModule } from './forecasts/forecasts.module.js';
import { MediaModule } from './media/media.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TransactionalModule } from './transactional/transactional.module.js';

const ROOMS = [
  ApprovalsModule,
  ApproverMailsModule,
  CampaignsModule,
  CatalogueModule,
  ComposeModule,
  DefinitionsModule,
  DraftsModule,
  ForecastsModule,
  MediaModule,
  ReviewsModule,
  TemplatesModule,
  TransactionalModule,
];

/** Definitions, campaigns and transactional sends: they become dispatches of the delivery room. */
@Module({
  imports: ROOMS,
  exports: ROOMS,
})
export class NotificationsModule {}
