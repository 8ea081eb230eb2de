export { Attachments } from './attachments/attachments.service.js';
export { type IncomingFile, MAX_EMAIL_BYTES, type StoredFile } from './attachments/attachments.types.js';
export { emailBytes } from './attachments/with-files.js';
export { CHANNEL_POLICIES } from './channel-policy.js';
export { type Audit, ConservationService } from './conservation.service.js';
export { ClickService } from './click.service.js';
export { ChunkService } from './chunk.service.js';
export {
  allLanes,
  isSingleLane,
  callHook,
  chunkLane,
  DELIVERY_JOBS,
  launchDispatch,
  launchLane,
  sendChunk,
  sendSingles,
} from './delivery.jobs.js';
export { DeliveryModule } from './delivery.module.js';
export {
  DISPATCH_STATES,
  type DispatchOptions,
  type DispatchRequest,
  type Lane,
  type Lateness,
  type Speed,
  STATUSES,
  type UserLimits,
} from './delivery.types.js';
export { FenceRepository } from './fence.repository.js';
export { FenceService } from './fence.service.js';
export { SingleCalls } from './singles/single-calls.service.js';
export { SingleSends } from './singles/single-sends.service.js';
export { LaunchService } from './launch.service.js';
export { type Followed, PublicLinks, type Unsubscription } from './links/public-links.service.js';
export { MessageTokens } from './links/message-tokens.js';
export { ReturnPaths, type ReturnedMessage } from './links/return-paths.js';
export { type AccountStanding, ProviderAccounts } from './provider-accounts.js';
export { messageId, readMessageId, type MessageRef } from './message-id.js';
export { LateReports } from './receipts/late-reports.service.js';
export { ReportPlaces } from './receipts/report-places.js';
export { type Sweep, SweepService } from './sweep.service.js';
export { type ErasedPeople, RecordsService } from './records.service.js';
export { RehearsalService } from './rehearsal/rehearsal.service.js';
export type { PastResult, PlatformOutlook, Rehearsal } from './rehearsal/rehearsal.types.js';
export { type SpeedChange, SteeringService } from './steering.service.js';
export { mostRetired, TokenHygiene } from './token-hygiene.service.js';
export { isTimeZone, spanOf } from './local-time.js';
export { HookCallService } from './hooks/hook-call.service.js';
export { HookService } from './hooks/hook.service.js';
