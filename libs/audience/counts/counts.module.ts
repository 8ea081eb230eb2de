import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { IndexQueryModule } from '../bitmap-index/query/index-query.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { SegmentStoreModule } from '../segment-store/segment-store.module.js';
import { BreakdownEngineService } from './breakdown-engine.service.js';
import { CountEngineService } from './count-engine.service.js';
import { CountService } from './count.service.js';

/** Counts of distinct users: per target, per value and per bucket. */
@Module({
  imports: [UsersModule, SqlEngineModule, SegmentStoreModule, IndexQueryModule, RecipientsModule],
  providers: [CountEngineService, CountService, BreakdownEngineService],
  exports: [CountEngineService, CountService, BreakdownEngineService],
})
export class CountsModule {}
