import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ComposeModule } from './compose/compose.module.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { TransactionalModule } from './transactional/transactional.module.js';

/** Definitions, campaigns and transactional sends: they become dispatches of the delivery room. */
@Module({
  imports: [ApprovalsModule, CampaignsModule, ComposeModule, DefinitionsModule, ReviewsModule, TransactionalModule],
  exports: [ApprovalsModule, CampaignsModule, ComposeModule, DefinitionsModule, ReviewsModule, TransactionalModule],
})
export class NotificationsModule {}
