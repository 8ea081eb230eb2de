import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { DeliveryModule } from '#libs/delivery';
import { UsersModule } from '#libs/users';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { AddressSendService } from './address-send.service.js';
import { TransactionalApprovalService } from './transactional-approval.service.js';
import { TransactionalService } from './transactional.service.js';

@Module({
  imports: [ApprovalsModule, AudienceModule, DefinitionsModule, DeliveryModule, UsersModule],
  providers: [AddressSendService, TransactionalApprovalService, TransactionalService],
  exports: [AddressSendService, TransactionalService],
})
export class TransactionalModule {}
