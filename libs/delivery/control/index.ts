export { CampaignControlService, type SpeedChange } from './campaign-control.service.js';
export { ChunkPlacesService } from './chunk-places.service.js';
export { CopyGuardRepository } from './copy-guard.repository.js';
export { CopyGuardService } from './copy-guard.service.js';
export { DeliveryJobsService } from './delivery-jobs.service.js';
export type { LockedTime } from './due-time.repository.js';
export { DueTimeService } from './due-time.service.js';
export { FairTurnService } from './fair-turn.service.js';
export { RecoveryService } from './recovery.service.js';
