export { migrateQueue, openQueueConnection } from './connection.js';
export { assertEveryJobHandled, defineJob, defineHandler, type JobDefinition, type JobHandler } from './job.js';
export { JobQueue, type NewJob } from './job-queue.js';
export { JobRunner } from './job-runner.js';
export type { QueueConnection } from './queue-connection.js';
export { QueueState, type QueueStatus } from './queue-state.js';
export { describePolicy, QUEUE_POLICY, type RedisFacts } from './redis-facts.js';
