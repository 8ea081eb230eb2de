import { Module } from '@nestjs/common';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { TransactionalModule } from './transactional/transactional.module.js';

/** Definitions, campaigns and transactional sends: they become dispatches of the delivery room. */
@Module({
  imports: [CampaignsModule, DefinitionsModule, TransactionalModule],
  exports: [CampaignsModule, DefinitionsModule, TransactionalModule],
})
export class NotificationsModule {}
