import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { PredictionModule } from '../prediction/prediction.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SegmentStoreModule } from '../segment-store/segment-store.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { ExplainRepository } from './explain.repository.js';
import { ExplainService } from './explain.service.js';

/** Explains for one user why a target matches or not. */
@Module({
  imports: [UsersModule, SqlEngineModule, PredictionModule, SegmentStoreModule, RecipientsModule],
  providers: [ExplainRepository, ExplainService],
  exports: [ExplainService],
})
export class ExplainModule {}
