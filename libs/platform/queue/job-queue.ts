import type { Logger } from '#platform/runtime';
import type { OpenQueue, QueueConnection } from './connection.js';
import type { JobDefinition } from './job.js';

/**
 * A job to add.
 *
 * @property id  unique; while a job with the same id exists, another is ignored. No `:`.
 */
export interface NewJob<P extends object> {
  id: string;
  payload: P;
}

/**
 * The only access to the queue. A job is a wake-up call, and the state is in Postgres: a failing queue never fails the
 * caller, because recovery enqueues open work again.
 */
export class JobQueue {
  private readonly queues = new Map<string, OpenQueue>();

  constructor(
    private readonly connection: QueueConnection,
    private readonly logger: Logger,
  ) {}

  /** Adds jobs. Called right after the commit of their state. Never throws. */
  async enqueue<P extends object>(
    job: JobDefinition<P>,
    queueName: string,
    newJobs: readonly NewJob<P>[],
  ): Promise<void> {
    if (newJobs.length === 0) {
      return;
    }
    try {
      const jobs = newJobs.map(({ id, payload }) => ({
        name: job.name,
        data: payload,
        opts: { jobId: id, removeOnComplete: true, removeOnFail: { count: 1000 }, attempts: 1 },
      }));
      const [first, ...remaining] = jobs;
      // On Postgres a bulk insert creates and drops two temporary tables. That costs as much as a dozen single jobs.
      if (first && remaining.length === 0) {
        await this.open(queueName).add(first.name, first.data, first.opts);
      } else {
        await this.open(queueName).addBulk(jobs);
      }
    } catch (error) {
      this.logger.warn(
        { err: error, queue: queueName, job: job.name, jobs: newJobs.length },
        'failed to enqueue jobs; recovery will retry',
      );
    }
  }

  /** Jobs that wait in a queue, by which workers are scaled. 0 when the queue does not answer. Never throws. */
  async countWaiting(queueName: string): Promise<number> {
    try {
      return await this.open(queueName).getWaitingCount();
    } catch (error) {
      this.logger.warn({ err: error, queue: queueName }, 'failed to count waiting jobs');
      return 0;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private open(queueName: string): OpenQueue {
    const openQueue = this.queues.get(queueName);
    if (openQueue) {
      return openQueue;
    }
    const queue = this.connection.queue(queueName);
    queue.on('error', (error) => this.logger.debug({ err: error, queue: queueName }, 'queue error'));
    this.queues.set(queueName, queue);
    return queue;
  }
}
