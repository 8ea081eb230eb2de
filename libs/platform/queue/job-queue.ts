import type { Logger } from '#platform/runtime';
import type { OpenQueue, QueueConnection } from './connection.js';
import type { JobDefinition } from './job.js';

/**
 * One job to offer.
 *
 * @property id  unique per offer; a repeat of the same id while the job exists is ignored. No `:`.
 */
export interface NewJob<P extends object> {
  id: string;
  payload: P;
}

/**
 * The only way to the queue. An offer is a wake-up call: Postgres holds the truth, so a queue that fails never fails the
 * caller, and the sweep offers again whatever stays undone.
 */
export class JobQueue {
  private readonly queues = new Map<string, OpenQueue>();

  constructor(
    private readonly connection: QueueConnection,
    private readonly logger: Logger,
  ) {}

  /** Call it right after the commit of what the job is about. Never throws. */
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
      // On Postgres a bulk makes and drops two temporary tables, which costs as much as a dozen single jobs.
      if (first && remaining.length === 0) {
        await this.open(queueName).add(first.name, first.data, first.opts);
      } else {
        await this.open(queueName).addBulk(jobs);
      }
    } catch (error) {
      this.logger.warn(
        { err: error, lane: queueName, job: job.name, jobs: newJobs.length },
        'the queue took no offer; the sweep will offer again',
      );
    }
  }

  /** Jobs that wait in a lane: what workers are scaled by. 0 when the queue cannot say. Never throws. */
  async countWaiting(queueName: string): Promise<number> {
    try {
      return await this.open(queueName).getWaitingCount();
    } catch (error) {
      this.logger.warn({ err: error, lane: queueName }, 'the queue does not answer');
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
    queue.on('error', (error) => this.logger.debug({ err: error, lane: queueName }, 'queue error'));
    this.queues.set(queueName, queue);
    return queue;
  }
}
