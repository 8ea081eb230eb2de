import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { MembersModule } from '#libs/members';
import { TenancyModule } from '#libs/tenancy';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { ApproverMailService } from './approver-mail.service.js';

@Module({
  imports: [ApprovalsModule, DeliveryModule, MembersModule, ReviewsModule, TenancyModule],
  providers: [ApproverMailService],
  exports: [ApproverMailService],
})
export class ApproverMailsModule {}
