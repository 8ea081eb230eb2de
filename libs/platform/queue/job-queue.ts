import type { Logger } from '#platform/log';
import type { OpenLane, QueueConnection } from './connection.js';
import type { JobDefinition } from './job.js';

/**
 * One job to offer.
 *
 * @property id  unique per offer; a repeat of the same id while the job exists is ignored. No `:`.
 */
export interface Offer<P extends object> {
  id: string;
  payload: P;
}

/**
 * The only way to the queue. An offer is a wake-up call: Postgres holds the truth, so a queue that fails never fails the
 * caller, and the sweep offers again whatever stays undone.
 */
export class JobQueue {
  private readonly queues = new Map<string, OpenLane>();

  constructor(
    private readonly connection: QueueConnection,
    private readonly logger: Logger,
  ) {}

  /** Call it right after the commit of what the job is about. Never throws. */
  async offer<P extends object>(job: JobDefinition<P>, lane: string, offers: readonly Offer<P>[]): Promise<void> {
    if (offers.length === 0) {
      return;
    }
    try {
      const jobs = offers.map(({ id, payload }) => ({
        name: job.name,
        data: payload,
        opts: { jobId: id, removeOnComplete: true, removeOnFail: { count: 1000 }, attempts: 1 },
      }));
      const [first, ...others] = jobs;
      // On Postgres a bulk makes and drops two temporary tables, which costs as much as a dozen single jobs.
      if (first && others.length === 0) {
        await this.open(lane).add(first.name, first.data, first.opts);
      } else {
        await this.open(lane).addBulk(jobs);
      }
    } catch (error) {
      this.logger.warn(
        { err: error, lane, job: job.name, jobs: offers.length },
        'the queue took no offer; the sweep will offer again',
      );
    }
  }

  /** Jobs that wait in a lane: what workers are scaled by. 0 when the queue cannot say. Never throws. */
  async waiting(lane: string): Promise<number> {
    try {
      return await this.open(lane).getWaitingCount();
    } catch (error) {
      this.logger.warn({ err: error, lane }, 'the queue does not answer');
      return 0;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private open(lane: string): OpenLane {
    const known = this.queues.get(lane);
    if (known) {
      return known;
    }
    const queue = this.connection.queue(lane);
    queue.on('error', (error) => this.logger.debug({ err: error, lane }, 'queue error'));
    this.queues.set(lane, queue);
    return queue;
  }
}
