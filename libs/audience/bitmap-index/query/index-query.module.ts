import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { BehaviourModule } from '../../behaviour/behaviour.module.js';
import { SegmentStoreModule } from '../../segment-store/segment-store.module.js';
import { SqlEngineModule } from '../../sql-engine/sql-engine.module.js';
import { IndexCacheModule } from '../cache/index-cache.module.js';
import { IndexBreakdownService } from './index-breakdown.service.js';
import { IndexEvaluatorService } from './index-evaluator.service.js';
import { IndexGroupingService } from './index-grouping.service.js';

/** Evaluates targets and counts by the bitmap index. */
@Module({
  imports: [UsersModule, SqlEngineModule, BehaviourModule, SegmentStoreModule, IndexCacheModule],
  providers: [IndexEvaluatorService, IndexGroupingService, IndexBreakdownService],
  exports: [IndexCacheModule, IndexEvaluatorService, IndexGroupingService, IndexBreakdownService],
})
export class IndexQueryModule {}
