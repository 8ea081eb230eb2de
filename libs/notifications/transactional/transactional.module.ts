import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { UsersModule } from '#libs/users';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { AddressSendService } from './address-send.service.js';
import { TransactionalApprovalService } from './transactional-approval.service.js';
import { TransactionalStateService } from './transactional-state.service.js';
import { TransactionalService } from './transactional.service.js';

@Module({
  imports: [ApprovalsModule, AudienceModule, AuditModule, DefinitionsModule, DeliveryModule, UsersModule],
  providers: [AddressSendService, TransactionalApprovalService, TransactionalService, TransactionalStateService],
  exports: [AddressSendService, TransactionalService, TransactionalStateService],
})
export class TransactionalModule {}
