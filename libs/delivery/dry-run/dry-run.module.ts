import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { ChannelsModule } from '#libs/channels';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { LaunchingModule } from '../launching/launching.module.js';
import { AccountLimitsService } from './account-limits.service.js';
import { DeliveryDryRunService } from './delivery-dry-run.service.js';
import { OtherSendRepository } from './other-send.repository.js';
import { OtherSendService } from './other-send.service.js';
import { PastResultRepository } from './past-result.repository.js';
import { PlannedRecipientsService } from './planned-recipients.service.js';

const SERVICES = [DeliveryDryRunService, OtherSendService];

@Module({
  imports: [AudienceModule, ChannelsModule, TenancyModule, UsersModule, AccountsModule, SendingModule, LaunchingModule],
  providers: [...SERVICES, AccountLimitsService, OtherSendRepository, PastResultRepository, PlannedRecipientsService],
  exports: SERVICES,
})
export class DryRunModule {}
