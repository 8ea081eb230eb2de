import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ApprovalService } from './approval.service.js';
import { NotificationRetentionService } from './notification-retention.service.js';
import { WaitingSendRepository } from './waiting-send.repository.js';

@Module({
  imports: [AudienceModule, AuditModule, DefinitionsModule, DeliveryModule, TenancyModule],
  providers: [ApprovalService, NotificationRetentionService, WaitingSendRepository],
  exports: [ApprovalService, NotificationRetentionService],
})
export class ApprovalsModule {}
