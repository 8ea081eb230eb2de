import { withTimeout } from '#platform/async';
import type { MetricSource } from '#platform/health';
import { faultsOf, type Logger } from '#platform/runtime';
import type { JobDefinition } from './job.js';
import type { OpenQueue, QueueConnection } from './queue-connection.js';
import type { QueueStatus } from './queue-state.js';

/**
 * A job to add.
 *
 * @property id  unique; while a job with the same id exists, another is ignored. No `:`.
 */
export interface NewJob<P extends object> {
  id: string;
  payload: P;
}

/** How long a caller waits for the queue. BullMQ waits without a limit for a Redis that was never reached. */
const TIMEOUT_MS = 1000;
/** A queue that did not answer is asked again after this time, or as soon as its late answer comes. */
const RETRY_AFTER_MS = 5000;
const REFUSED = 'the queue does not take jobs; recovery will retry';

/**
 * The only access to the queue. A job is a wake-up call, and the state is in Postgres: a queue that fails or does not
 * answer never fails the caller, and holds it up for a second at most. Recovery enqueues open work again.
 */
export class JobQueue {
  private readonly queues = new Map<string, OpenQueue>();
  /** Queues that did not answer in time, and when. */
  private readonly silentSince = new Map<string, number>();
  private droppedJobs = 0;

  constructor(
    private readonly connection: QueueConnection,
    private readonly logger: Logger,
  ) {}

  /** Adds jobs, within a second. Called right after the commit of their state. Never throws. */
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
      await this.ask(queueName, (queue) =>
        first && remaining.length === 0 ? queue.add(first.name, first.data, first.opts) : queue.addBulk(jobs),
      );
    } catch (error) {
      this.droppedJobs += newJobs.length;
      this.logFailure(error, queueName);
    }
  }

  /** Jobs that wait in a queue, by which workers are scaled. 0 when the queue does not answer. Never throws. */
  async countWaiting(queueName: string): Promise<number> {
    try {
      return await this.ask(queueName, (queue) => queue.getWaitingCount());
    } catch (error) {
      this.logFailure(error, queueName);
      return 0;
    }
  }

  /** Tests if the queue works, as this process saw it last. */
  get status(): QueueStatus {
    return this.connection.state.status;
  }

  /** Counts jobs that this process could not enqueue since its start. */
  metrics(): MetricSource[] {
    return [
      {
        name: 'herald_jobs_not_enqueued_total',
        help: 'Jobs that the queue did not take in time; the recovery enqueues their work',
        isCounter: true,
        read: () => [{ value: this.droppedJobs }],
      },
      {
        name: 'herald_queue_up',
        help: '1 while the queue takes jobs of this process, by its last question a few seconds ago at most',
        read: () => [{ value: this.status.isUp ? 1 : 0 }],
      },
    ];
  }

  /** Closes what answers; the connection is cut afterwards. */
  async close(): Promise<void> {
    const closing = [...this.queues.values()].map((queue) => withTimeout(TIMEOUT_MS, queue.close()));
    await Promise.allSettled(closing);
  }

  /**
   * A call to a queue, within a second. While the queue owes an answer, further calls fail at once: they would pile up.
   *
   * @throws Error of the queue, or that it does not answer
   */
  private async ask<T>(queueName: string, call: (queue: OpenQueue) => Promise<T>): Promise<T> {
    const since = this.silentSince.get(queueName);
    if (since !== undefined && performance.now() - since < RETRY_AFTER_MS) {
      throw new Error('The queue does not answer');
    }
    const answer = call(this.open(queueName));
    try {
      const result = await withTimeout(TIMEOUT_MS, answer);
      faultsOf(this.logger).end({ text: REFUSED });
      return result;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'TIMEOUT') {
        this.silentSince.set(queueName, performance.now());
        const forget = (): void => void this.silentSince.delete(queueName);
        answer.then(forget, forget);
      }
      throw error;
    }
  }

  /** @param error  also reported as a fault of the queue, if it is one */
  private logFailure(error: unknown, queueName: string): void {
    const isKnown = this.connection.state.report(error);
    const fields = { queue: queueName, jobs: this.droppedJobs, ...(isKnown ? {} : { err: error }) };
    faultsOf(this.logger).report({ text: REFUSED, fields });
  }

  private open(queueName: string): OpenQueue {
    const openQueue = this.queues.get(queueName);
    if (openQueue) {
      return openQueue;
    }
    const queue = this.connection.queue(queueName);
    queue.on('error', (error) => void this.connection.state.report(error));
    this.queues.set(queueName, queue);
    return queue;
  }
}
