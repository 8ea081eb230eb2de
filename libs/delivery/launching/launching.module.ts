import { Module, type OnModuleInit } from '@nestjs/common';
import { AudienceModule, SegmentUsesService } from '#libs/audience';
import { AuditModule } from '#libs/audit';
import { InboxModule } from '#libs/inbox';
import { TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { LeftOutModule } from '../left-out/left-out.module.js';
import { RecipientParamsModule } from '../recipient-params/recipient-params.module.js';
import { LaunchGuardService } from './launch-guard.service.js';
import { LaunchInboxService } from './launch-inbox.service.js';
import { LaunchService } from './launch.service.js';
import { LeftOutSelectionService } from './left-out-selection.service.js';
import { RecipientSelectionService } from './recipient-selection.service.js';
import { SampleRepository } from './sample.repository.js';
import { WaitingSegmentsRepository } from './waiting-segments.repository.js';

const SERVICES = [LaunchService, LeftOutSelectionService, RecipientSelectionService];

@Module({
  imports: [
    AuditModule,
    TenancyModule,
    UsersModule,
    AudienceModule,
    InboxModule,
    DispatchesModule,
    LeftOutModule,
    RecipientParamsModule,
    AccountsModule,
  ],
  providers: [...SERVICES, LaunchGuardService, LaunchInboxService, SampleRepository, WaitingSegmentsRepository],
  exports: SERVICES,
})
export class LaunchingModule implements OnModuleInit {
  constructor(
    private readonly uses: SegmentUsesService,
    private readonly waiting: WaitingSegmentsRepository,
  ) {}

  onModuleInit(): void {
    this.uses.register(this.waiting);
  }
}
