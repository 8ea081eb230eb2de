export { ChunkSenderService } from './sending/chunk-sender.service.js';
export { allQueueNames, chunkQueueName, sendChunk } from './model/delivery.jobs.js';
export { DeliveryCountersService } from './metrics/delivery-counters.service.js';
export { OpenWorkMetricsService } from './metrics/open-work-metrics.service.js';
export { workerDemandSql } from './metrics/worker-demand.sql.js';
export { DeliveryModule } from './delivery.module.js';
export { LEFT_OUT_KINDS } from './left-out/left-out.types.js';
export { decodeIds, encodeIds, hasId } from './model/recipient-set.js';
export {
  DISPATCH_STATES,
  type ApprovalNeed,
  type CampaignReach,
  type DispatchOptions,
  type DispatchRequest,
  LANES,
  PRIORITIES,
  REACHES,
  type Lateness,
  type Priority,
  type Speed,
  STATUSES,
  type UserLimits,
} from './model/delivery.types.js';
export { NextContentService } from './contents/next-content.service.js';
export { TransactionalListenerService } from './transactional/transactional-listener.service.js';
export { TransactionalSenderService } from './transactional/transactional-sender.service.js';
export { SecretParamsService } from './dispatches/secret-params.service.js';
export { DispatchIntakeService } from './intake/dispatch-intake.service.js';
export { UserListIntakeService, type UserListSend } from './intake/user-list-intake.service.js';
export { LaunchService } from './launching/launch.service.js';
export { MessageLinksService } from './recipients/message-links.service.js';
export { includesRefusing } from './model/refusals.js';
export { messageId, messageRange, readMessageId, type MessageRef } from './model/message-id.js';
export { DeliveryErasureService } from './erasure/delivery-erasure.service.js';
export { DeliveryExportService } from './export/delivery-export.service.js';
export { type PayloadPreview, PayloadPreviewService, type PersonalPayload } from './preview/payload-preview.service.js';
export { SendRetentionService, sendRetentionOf } from './retention/send-retention.service.js';
export { PAST_COUNTS } from './model/past-send.js';
export { retirementLimit, DeadTokenService } from './tokens/dead-token.service.js';
export type { Occurrence, SeriesRule } from './model/series.types.js';
export { SEALED_DELIVERY_COLUMNS } from './sealed-columns.js';
export { drawShare } from './selection/sample.js';
export { readStoredText, SHOWN_TEXT_PURPOSE, type StoredText } from './model/shown-text.js';
