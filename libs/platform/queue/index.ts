export { migrateQueue, openQueueConnection, type QueueConnection } from './connection.js';
export { assertEveryJobHandled, defineJob, defineHandler, type JobDefinition, type JobHandler } from './job.js';
export { JobQueue, type NewJob } from './job-queue.js';
export { JobRunner } from './job-runner.js';
