export { HOUR_MS, listRecurringJobs, Recurring, type RecurringJob } from './recurring.js';
export { StopSignal } from './stop-signal.js';
export { WAKE_CHANNEL } from './wake.repository.js';
export { WakeService } from './wake.service.js';
export { WorkQueue } from './work-queue.js';
export type { WorkClaim, WorkId, WorkTable } from './work-table.js';
