export { ClickService } from './click.service.js';
export { ChunkService } from './chunk.service.js';
export { allLanes, chunkLane, DELIVERY_JOBS, launchDispatch, launchLane, sendChunk } from './delivery.jobs.js';
export { DeliveryModule } from './delivery.module.js';
export { DISPATCH_STATES, type DispatchOptions, type DispatchRequest, type Lane, STATUSES } from './delivery.types.js';
export { LaunchService } from './launch.service.js';
export { messageId, readMessageId, type MessageRef } from './message-id.js';
export { type Sweep, SweepService } from './sweep.service.js';
export { type ErasedPeople, RecordsService } from './records.service.js';
