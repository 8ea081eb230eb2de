export { HOUR_MS, listRecurringJobs, Recurring, type RecurringJob } from './recurring.js';
export { StopSignal } from './stop-signal.js';
export { type WorkClaim, type WorkId, WorkQueue, type WorkTable } from './work-queue.js';
