import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { DispatchesModule } from '../dispatches/dispatches.module.js';
import { KeyTotalsModule } from '../key-totals/key-totals.module.js';
import { SendRetentionRepository } from './send-retention.repository.js';
import { SendRetentionService } from './send-retention.service.js';

@Module({
  imports: [DispatchesModule, KeyTotalsModule, TenancyModule],
  providers: [SendRetentionRepository, SendRetentionService],
  exports: [SendRetentionService],
})
export class RetentionModule {}
