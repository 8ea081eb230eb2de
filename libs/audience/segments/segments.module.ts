import { Module, type OnModuleInit } from '@nestjs/common';
import { EventsModule } from '#libs/events';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { IndexQueryModule } from '../bitmap-index/query/index-query.module.js';
import { PredictionModule } from '../prediction/prediction.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SegmentStoreModule } from '../segment-store/segment-store.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { SegmentUpdatesModule } from '../segment-updates/segment-updates.module.js';
import { MemberCollectionService } from './member-collection.service.js';
import { SegmentCalculatorService } from './segment-calculator.service.js';
import { SegmentEditService } from './segment-edit.service.js';
import { SegmentService } from './segment.service.js';
import { SegmentsSection } from './segments.section.js';

/** Defines, calculates and lists segments. */
@Module({
  imports: [
    TenancyModule,
    UsersModule,
    EventsModule,
    SqlEngineModule,
    PredictionModule,
    SegmentStoreModule,
    IndexQueryModule,
    RecipientsModule,
    SegmentUpdatesModule,
  ],
  providers: [MemberCollectionService, SegmentCalculatorService, SegmentService, SegmentEditService, SegmentsSection],
  exports: [SegmentStoreModule, SegmentUpdatesModule, SegmentCalculatorService, SegmentService, SegmentEditService],
})
export class SegmentsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly segments: SegmentsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.segments);
  }
}
