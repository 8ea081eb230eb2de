import { Module } from '@nestjs/common';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SegmentStoreModule } from '../segment-store/segment-store.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { FollowedSegmentRepository } from './followed-segment.repository.js';
import { MemberMatcherService } from './member-matcher.service.js';
import { SegmentUpdaterService } from './segment-updater.service.js';

/** Updates the members of segments from the change feed. */
@Module({
  imports: [RecipientsModule, SegmentStoreModule, SqlEngineModule],
  providers: [FollowedSegmentRepository, MemberMatcherService, SegmentUpdaterService],
  exports: [SegmentUpdaterService],
})
export class SegmentUpdatesModule {}
