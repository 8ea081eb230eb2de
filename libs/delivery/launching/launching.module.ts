import { Module } from '@nestjs/common';
import { AudienceModule } from '#libs/audience';
import { InboxModule } from '#libs/inbox';
import { TenancyModule } from '#libs/tenancy';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { LaunchService } from './launch.service.js';
import { RecipientSelectionService } from './recipient-selection.service.js';
import { SampleRepository } from './sample.repository.js';

const SERVICES = [LaunchService, RecipientSelectionService];

@Module({
  imports: [TenancyModule, AudienceModule, InboxModule, DispatchesModule],
  providers: [...SERVICES, SampleRepository],
  exports: SERVICES,
})
export class LaunchingModule {}
