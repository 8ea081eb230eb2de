import { Module } from '@nestjs/common';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { RecipientParamsModule } from '../recipient-params/recipient-params.module.js';
import { TransactionalModule } from '../transactional/transactional.module.js';
import { InboxModule } from '#libs/inbox';
import { DispatchIntakeService } from './dispatch-intake.service.js';
import { SendIdsService } from './send-ids.service.js';
import { UserListIntakeService } from './user-list-intake.service.js';
import { TransactionalIntakeService } from './transactional-intake.service.js';

const SERVICES = [DispatchIntakeService, UserListIntakeService];

@Module({
  imports: [DispatchesModule, RecipientParamsModule, InboxModule, WebhooksModule, TransactionalModule],
  providers: [...SERVICES, SendIdsService, TransactionalIntakeService],
  exports: SERVICES,
})
export class IntakeModule {}
