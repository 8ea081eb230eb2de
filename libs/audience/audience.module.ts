import { Module, type OnModuleInit } from '@nestjs/common';
import { EventsModule } from '#libs/events';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { AudienceRepository } from './audience.repository.js';
import { AudienceService } from './audience.service.js';
import { BehaviourRepository } from './behaviour/behaviour.repository.js';
import { DeltaRepository } from './bitmaps/delta.repository.js';
import { GenerationRepository } from './bitmaps/generation.repository.js';
import { GroupRepository } from './bitmaps/group.repository.js';
import { IndexBuilder } from './bitmaps/index-builder.service.js';
import { IndexChecker } from './bitmaps/index-checker.service.js';
import { IndexEvaluator } from './bitmaps/index-evaluator.service.js';
import { IndexFollower } from './bitmaps/index-follower.service.js';
import { IndexGroups } from './bitmaps/index-groups.service.js';
import { IndexMerger } from './bitmaps/index-merger.service.js';
import { IndexReader } from './bitmaps/index-reader.service.js';
import { IndexReadings } from './bitmaps/index-readings.service.js';
import { IndexUpkeep } from './bitmaps/index-upkeep.service.js';
import { StandingRepository } from './bitmaps/standing.repository.js';
import { TermRepository } from './bitmaps/term.repository.js';
import { TruthRepository } from './bitmaps/truth.repository.js';
import { CountEngine } from './counts/count-engine.service.js';
import { CountService } from './counts/count.service.js';
import { GroupCountRepository } from './counts/group-count.repository.js';
import { ExplainRepository } from './explain/explain.repository.js';
import { ExplainService } from './explain/explain.service.js';
import { Predictor } from './prediction/predictor.service.js';
import { PurchaseRepository } from './prediction/purchase.repository.js';
import { FreshnessRepository } from './segments/freshening/freshness.repository.js';
import { MemberJudge } from './segments/freshening/member-judge.service.js';
import { SegmentFreshener } from './segments/freshening/segment-freshener.service.js';
import { SegmentCalculator } from './segments/segment-calculator.service.js';
import { SegmentMembers } from './segments/segment-members.js';
import { SegmentRepository } from './segments/segment.repository.js';
import { SegmentService } from './segments/segment.service.js';
import { SegmentsSection } from './segments/segments.section.js';
import { SliceRepository } from './segments/slice.repository.js';

const SERVICES = [
  AudienceService,
  CountService,
  ExplainService,
  IndexReadings,
  IndexUpkeep,
  SegmentCalculator,
  SegmentFreshener,
  SegmentService,
];

/** Who a target means, how many users have what, and segments. */
@Module({
  imports: [TenancyModule, UsersModule, EventsModule],
  providers: [
    ...SERVICES,
    AudienceRepository,
    BehaviourRepository,
    CountEngine,
    DeltaRepository,
    ExplainRepository,
    FreshnessRepository,
    GenerationRepository,
    GroupRepository,
    GroupCountRepository,
    IndexBuilder,
    IndexChecker,
    IndexEvaluator,
    IndexFollower,
    IndexGroups,
    IndexMerger,
    IndexReader,
    MemberJudge,
    Predictor,
    PurchaseRepository,
    SegmentMembers,
    SegmentRepository,
    SegmentsSection,
    SliceRepository,
    StandingRepository,
    TermRepository,
    TruthRepository,
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
