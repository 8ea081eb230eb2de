import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { EventsModule } from '#libs/events';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { BehaviourUsersService } from './behaviour/behaviour-users.service.js';
import { IndexReaderService } from './bitmap-index/cache/index-reader.service.js';
import { IndexBuilderService } from './bitmap-index/maintenance/index-builder.service.js';
import { SliceReaderService } from './bitmap-index/maintenance/slice-reader.service.js';
import { IndexFollowerService } from './bitmap-index/maintenance/index-follower.service.js';
import { IndexMaintenanceService } from './bitmap-index/maintenance/index-maintenance.service.js';
import { IndexMergerService } from './bitmap-index/maintenance/index-merger.service.js';
import { IndexComparisonService } from './bitmap-index/maintenance/index-comparison.service.js';
import { IndexVerifierService } from './bitmap-index/maintenance/index-verifier.service.js';
import { IndexBreakdownService } from './bitmap-index/query/index-breakdown.service.js';
import { IndexEvaluatorService } from './bitmap-index/query/index-evaluator.service.js';
import { IndexGroupingService } from './bitmap-index/query/index-grouping.service.js';
import { DeltaRepository } from './bitmap-index/store/delta.repository.js';
import { GenerationRepository } from './bitmap-index/store/generation.repository.js';
import { GroupRepository } from './bitmap-index/store/group.repository.js';
import { IndexSourceRepository } from './bitmap-index/store/index-source.repository.js';
import { TermRepository } from './bitmap-index/store/term.repository.js';
import { BreakdownEngineService } from './counts/breakdown-engine.service.js';
import { IndexAnswersService } from './counts/index-answers.service.js';
import { CountEngineService } from './counts/count-engine.service.js';
import { CountService } from './counts/count.service.js';
import { ExplainRepository } from './explain/explain.repository.js';
import { ExplainService } from './explain/explain.service.js';
import { IndexMetricsService } from './metrics/index-metrics.service.js';
import { IndexStatusRepository } from './metrics/index-status.repository.js';
import { PredictorService } from './prediction/predictor.service.js';
import { PurchaseRepository } from './prediction/purchase.repository.js';
import { AudienceAttributesService } from './preview/audience-attributes.service.js';
import { AudienceBreakdownService } from './preview/audience-breakdown.service.js';
import { AudienceOverlapService } from './preview/audience-overlap.service.js';
import { AudiencePreviewService } from './preview/audience-preview.service.js';
import { AudienceReachService } from './preview/audience-reach.service.js';
import { AudienceSampleService } from './preview/audience-sample.service.js';
import { AudienceValuesService } from './preview/audience-values.service.js';
import { BoundedQuestionService } from './preview/bounded-question.service.js';
import { DeviceDensityService } from './preview/device-density.service.js';
import { AddressHolderService } from './recipients/address-holder.service.js';
import { AudienceExportService } from './recipients/audience-export.service.js';
import { AudienceTaggingService } from './recipients/audience-tagging.service.js';
import { AudienceService } from './recipients/audience.service.js';
import { LeftOutService } from './recipients/left-out.service.js';
import { PreferredUsersService } from './recipients/preferred-users.service.js';
import { PrivateTargetService } from './recipients/private-target.service.js';
import { UserSelectionService } from './recipients/user-selection.service.js';
import { WrittenTargetService } from './recipients/written-target.service.js';
import { PersonConditionService } from './judging/person-condition.service.js';
import { LeafMembersService } from './segment-store/leaf-members.service.js';
import { SegmentErasureRepository } from './segment-store/segment-erasure.repository.js';
import { SegmentSliceRepository } from './segment-store/segment-slice.repository.js';
import { SegmentUsesService } from './segment-store/segment-uses.service.js';
import { SegmentRepository } from './segment-store/segment.repository.js';
import { FollowedSegmentRepository } from './segment-updates/followed-segment.repository.js';
import { MemberMatcherService } from './segment-updates/member-matcher.service.js';
import { SegmentUpdaterService } from './segment-updates/segment-updater.service.js';
import { MemberCollectionService } from './segments/member-collection.service.js';
import { SegmentPublisherService } from './segments/segment-publisher.service.js';
import { SegmentCalculatorService } from './segments/segment-calculator.service.js';
import { SegmentEditService } from './segments/segment-edit.service.js';
import { SegmentService } from './segments/segment.service.js';
import { SegmentsSection } from './segments/segments.section.js';
import { AudienceRepository } from './sql-engine/audience.repository.js';
import { BehaviourRepository } from './sql-engine/behaviour.repository.js';
import { BreakdownRepository } from './sql-engine/breakdown.repository.js';
import { DeviceDensityRepository } from './sql-engine/device-density.repository.js';
import { GroupCountRepository } from './sql-engine/group-count.repository.js';
import { HolderRepository } from './sql-engine/holder.repository.js';
import { LastActiveRepository } from './sql-engine/last-active.repository.js';
import { LeftOutRepository } from './sql-engine/left-out.repository.js';
import { UserTotalRepository } from './totals/user-total.repository.js';
import { UserTotalService } from './totals/user-total.service.js';

const PROVIDERS = [
  BehaviourUsersService,
  IndexReaderService,
  IndexBuilderService,
  IndexFollowerService,
  IndexMaintenanceService,
  IndexMergerService,
  IndexComparisonService,
  IndexVerifierService,
  IndexBreakdownService,
  IndexEvaluatorService,
  IndexGroupingService,
  DeltaRepository,
  GenerationRepository,
  GroupRepository,
  IndexSourceRepository,
  SliceReaderService,
  TermRepository,
  BreakdownEngineService,
  IndexAnswersService,
  CountEngineService,
  CountService,
  ExplainRepository,
  ExplainService,
  IndexMetricsService,
  IndexStatusRepository,
  PredictorService,
  PurchaseRepository,
  AudienceAttributesService,
  AudienceBreakdownService,
  AudienceOverlapService,
  AudiencePreviewService,
  AudienceReachService,
  AudienceSampleService,
  AudienceValuesService,
  BoundedQuestionService,
  DeviceDensityService,
  AddressHolderService,
  AudienceExportService,
  AudienceTaggingService,
  AudienceService,
  LeftOutService,
  PreferredUsersService,
  PrivateTargetService,
  UserSelectionService,
  WrittenTargetService,
  PersonConditionService,
  LeafMembersService,
  SegmentErasureRepository,
  SegmentSliceRepository,
  SegmentUsesService,
  SegmentRepository,
  FollowedSegmentRepository,
  MemberMatcherService,
  SegmentUpdaterService,
  MemberCollectionService,
  SegmentCalculatorService,
  SegmentPublisherService,
  SegmentEditService,
  SegmentService,
  SegmentsSection,
  AudienceRepository,
  BehaviourRepository,
  BreakdownRepository,
  DeviceDensityRepository,
  GroupCountRepository,
  HolderRepository,
  LastActiveRepository,
  LeftOutRepository,
  UserTotalRepository,
  UserTotalService,
];

/** Targets and their users: recipients, counts, segments and explanations. */
@Module({ imports: [AuditModule, EventsModule, TenancyModule, UsersModule], providers: PROVIDERS, exports: PROVIDERS })
export class AudienceModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly segments: SegmentsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.segments);
  }
}
