import { Module, type OnModuleInit } from '@nestjs/common';
import { EventsModule } from '#libs/events';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AudienceRepository } from './sql-engine/audience.repository.js';
import { AudienceService } from './recipients/audience.service.js';
import { BehaviourRepository } from './sql-engine/behaviour.repository.js';
import { DeltaRepository } from './bitmap-index/store/delta.repository.js';
import { GenerationRepository } from './bitmap-index/store/generation.repository.js';
import { GroupRepository } from './bitmap-index/store/group.repository.js';
import { IndexBuilderService } from './bitmap-index/maintenance/index-builder.service.js';
import { IndexVerifierService } from './bitmap-index/maintenance/index-verifier.service.js';
import { IndexEvaluatorService } from './bitmap-index/query/index-evaluator.service.js';
import { IndexFollowerService } from './bitmap-index/maintenance/index-follower.service.js';
import { IndexGroupingService } from './bitmap-index/query/index-grouping.service.js';
import { IndexMergerService } from './bitmap-index/maintenance/index-merger.service.js';
import { IndexReaderService } from './bitmap-index/cache/index-reader.service.js';
import { IndexMetricsService } from './metrics/index-metrics.service.js';
import { IndexMaintenanceService } from './bitmap-index/maintenance/index-maintenance.service.js';
import { IndexStatusRepository } from './metrics/index-status.repository.js';
import { TermRepository } from './bitmap-index/store/term.repository.js';
import { IndexSourceRepository } from './bitmap-index/store/index-source.repository.js';
import { CountEngineService } from './counts/count-engine.service.js';
import { CountService } from './counts/count.service.js';
import { GroupCountRepository } from './sql-engine/group-count.repository.js';
import { ExplainRepository } from './explain/explain.repository.js';
import { ExplainService } from './explain/explain.service.js';
import { PredictorService } from './prediction/predictor.service.js';
import { PurchaseRepository } from './prediction/purchase.repository.js';
import { FollowedSegmentRepository } from './segments/incremental/followed-segment.repository.js';
import { MemberMatcherService } from './segments/incremental/member-matcher.service.js';
import { SegmentUpdaterService } from './segments/incremental/segment-updater.service.js';
import { SegmentCalculatorService } from './segments/segment-calculator.service.js';
import { LeafMembersService } from './segment-store/leaf-members.service.js';
import { SegmentRepository } from './segment-store/segment.repository.js';
import { SegmentService } from './segments/segment.service.js';
import { SegmentsSection } from './segments/segments.section.js';
import { SegmentSliceRepository } from './segment-store/segment-slice.repository.js';

const SERVICES = [
  AudienceService,
  CountService,
  ExplainService,
  IndexMetricsService,
  IndexMaintenanceService,
  SegmentCalculatorService,
  SegmentUpdaterService,
  SegmentService,
];

/** Who a target means, how many users have what, and segments. */
@Module({
  imports: [TenancyModule, UsersModule, EventsModule],
  providers: [
    ...SERVICES,
    AudienceRepository,
    BehaviourRepository,
    CountEngineService,
    DeltaRepository,
    ExplainRepository,
    FollowedSegmentRepository,
    GenerationRepository,
    GroupRepository,
    GroupCountRepository,
    IndexBuilderService,
    IndexVerifierService,
    IndexEvaluatorService,
    IndexFollowerService,
    IndexGroupingService,
    IndexMergerService,
    IndexReaderService,
    MemberMatcherService,
    PredictorService,
    PurchaseRepository,
    LeafMembersService,
    SegmentRepository,
    SegmentsSection,
    SegmentSliceRepository,
    IndexStatusRepository,
    TermRepository,
    IndexSourceRepository,
  ],
  exports: SERVICES,
})
export class AudienceModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly segments: SegmentsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.segments);
  }
}
