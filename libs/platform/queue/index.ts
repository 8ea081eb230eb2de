export { migrateQueue, openQueueConnection, type QueueConnection } from './connection.js';
export { assertEveryJobHandled, defineJob, handle, type JobDefinition, type JobHandler } from './job.js';
export { JobQueue, type Offer } from './job-queue.js';
export { JobRunner } from './job-runner.js';
