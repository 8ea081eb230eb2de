import { Module } from '@nestjs/common';
import { EventsModule } from '#libs/events';
import { UsersModule } from '#libs/users';
import { BehaviourModule } from '../behaviour/behaviour.module.js';
import { IndexQueryModule } from '../bitmap-index/query/index-query.module.js';
import { SegmentStoreModule } from '../segment-store/segment-store.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { AudienceService } from './audience.service.js';
import { LeftOutService } from './left-out.service.js';
import { PrivateTargetService } from './private-target.service.js';
import { UserSelectionService } from './user-selection.service.js';
import { WrittenTargetService } from './written-target.service.js';

/** Resolves targets and finds their recipients. */
@Module({
  imports: [UsersModule, EventsModule, SqlEngineModule, BehaviourModule, SegmentStoreModule, IndexQueryModule],
  providers: [AudienceService, LeftOutService, PrivateTargetService, UserSelectionService, WrittenTargetService],
  exports: [AudienceService, LeftOutService, PrivateTargetService, UserSelectionService, WrittenTargetService],
})
export class RecipientsModule {}
