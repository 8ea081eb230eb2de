import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { SendRetentionRepository } from './send-retention.repository.js';
import { SendRetentionService } from './send-retention.service.js';

@Module({
  imports: [DispatchesModule, TenancyModule],
  providers: [SendRetentionRepository, SendRetentionService],
  exports: [SendRetentionService],
})
export class RetentionModule {}
