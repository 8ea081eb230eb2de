import { Module } from '@nestjs/common';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { TransactionalModule } from '../transactional/transactional.module.js';
import { InboxModule } from '#libs/inbox';
import { DispatchIntakeService } from './dispatch-intake.service.js';
import { SendIdsService } from './send-ids.service.js';
import { TransactionalIntakeService } from './transactional-intake.service.js';

const SERVICES = [DispatchIntakeService];

@Module({
  imports: [DispatchesModule, InboxModule, WebhooksModule, TransactionalModule],
  providers: [...SERVICES, SendIdsService, TransactionalIntakeService],
  exports: SERVICES,
})
export class IntakeModule {}
