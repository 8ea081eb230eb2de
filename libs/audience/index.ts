export { AudienceModule } from './audience.module.js';
export { AudienceService } from './audience.service.js';
export type { RecipientGroup, RecipientKind, RecipientRange } from './audience.types.js';
export { parseTarget, type ParsedTarget, type TargetForm } from './parse-target.js';
export { matches, type Person, type ResolvedTarget, type Target } from './target.js';
