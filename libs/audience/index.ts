export { AudienceModule } from './audience.module.js';
export { AudienceService } from './audience.service.js';
export type { RecipientGroup, RecipientKind, RecipientRange } from './audience.types.js';
export { CountService } from './counts/count.service.js';
export { parseTarget, type ParsedTarget, type TargetForm } from './parse-target.js';
export { SegmentCalculator } from './segments/segment-calculator.service.js';
export { SegmentService } from './segments/segment.service.js';
export { SEGMENT_TYPES, type Segment, type SegmentUser } from './segments/segment.types.js';
export { matches, type Person, type ResolvedTarget, type Target } from './target.js';
