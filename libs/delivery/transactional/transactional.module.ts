import { Module } from '@nestjs/common';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { LaunchingModule } from '../launching/launching.module.js';
import { TransactionalBatchService } from './transactional-batch.service.js';
import { TransactionalCommitService } from './transactional-commit.service.js';
import { TransactionalLaunchService } from './transactional-launch.service.js';
import { TransactionalListenerService } from './transactional-listener.service.js';
import { TransactionalPlannerService } from './transactional-planner.service.js';
import { TransactionalSenderService } from './transactional-sender.service.js';
import { TransactionalRepository } from './transactional.repository.js';

const SERVICES = [TransactionalRepository, TransactionalSenderService, TransactionalListenerService];

@Module({
  imports: [DispatchesModule, AccountsModule, SendingModule, LaunchingModule],
  providers: [
    ...SERVICES,
    TransactionalBatchService,
    TransactionalCommitService,
    TransactionalLaunchService,
    TransactionalPlannerService,
  ],
  exports: SERVICES,
})
export class TransactionalModule {}
