import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { TenancyModule } from '#libs/tenancy';
import { DefinitionsModule } from '../definitions/definitions.module.js';
import { ApprovalMailRepository } from './approval-mail.repository.js';
import { ApprovalRenewalService } from './approval-renewal.service.js';
import { ApprovalRequestRepository } from './approval-request.repository.js';
import { ApprovalService } from './approval.service.js';
import { NotificationRetentionService } from './notification-retention.service.js';
import { WaitingSendRepository } from './waiting-send.repository.js';

const SERVICES = [
  ApprovalMailRepository,
  ApprovalRenewalService,
  ApprovalRequestRepository,
  ApprovalService,
  NotificationRetentionService,
  WaitingSendRepository,
];

@Module({
  imports: [AudienceModule, AuditModule, DefinitionsModule, DeliveryModule, TenancyModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class ApprovalsModule {}
