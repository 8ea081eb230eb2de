export { AudienceModule } from './audience.module.js';
export type { AddressHolder } from './sql-engine/holder.repository.js';
export type { UnreachableReason } from './sql-engine/left-out.repository.js';
export type { RecipientGroup, RecipientRange } from './sql-engine/ranges.js';
export { BITMAP_MODULE } from './bitmap-index/model/bitmap.js';
export { IndexMetricsService } from './metrics/index-metrics.service.js';
export { IndexMaintenanceService } from './bitmap-index/maintenance/index-maintenance.service.js';
export { CountService } from './counts/count.service.js';
export { UserTotalService, type UserTotal } from './totals/user-total.service.js';
export { CountBatchDto } from './counts/count-batch.dto.js';
export { type DescribedPerson, DescribedPersonJudge } from './judging/described-person.js';
export type { PastCondition } from './judging/past-condition.js';
export { PersonConditionService } from './judging/person-condition.service.js';
export { ExplainService } from './explain/explain.service.js';
export type { ExplainedClause, ExplainedSegment } from './explain/explain.types.js';
export { SegmentCalculatorService } from './segments/segment-calculator.service.js';
export { SegmentUpdaterService } from './segment-updates/segment-updater.service.js';
export { SegmentEditService, type EditedSegment, type SegmentOverview } from './segments/segment-edit.service.js';
export { SegmentUsesService, type SegmentUse, type SegmentUseSource } from './segment-store/segment-uses.service.js';
export { SegmentService } from './segments/segment.service.js';
export {
  SEGMENT_STATES,
  SEGMENT_TYPES,
  type MemberSegment,
  type Segment,
  type SegmentPage,
  type SegmentUser,
} from './segment-store/segment.types.js';
export { SegmentErasureRepository } from './segment-store/segment-erasure.repository.js';
export { segmentTypeOf } from './segment-store/segment-target.js';
export { namedAddress } from './targets/named-address.js';
export { listMembershipLeaves, type Person, type ResolvedTarget, type Target } from './targets/target.js';
export { Conditions, ConditionsDto } from './targets/conditions/condition.dto.js';
export { convertBound } from './targets/conditions/convert-value.js';
export {
  BulkTargetDto,
  CountTargetDto,
  GroupedTargetDto,
  SegmentTargetDto,
  SendTargetDto,
} from './targets/target.dto.js';
export {
  attributeTarget,
  bulkTarget,
  countTarget,
  readSegmentTarget,
  segmentTarget,
  sendTarget,
} from './targets/read-target.js';
