import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { ComposeModule } from './compose/compose.module.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { TransactionalModule } from './transactional/transactional.module.js';

/** Definitions, campaigns and transactional sends: they become dispatches of the delivery room. */
@Module({
  imports: [ApprovalsModule, CampaignsModule, ComposeModule, DefinitionsModule, TransactionalModule],
  exports: [ApprovalsModule, CampaignsModule, ComposeModule, DefinitionsModule, TransactionalModule],
})
export class NotificationsModule {}
