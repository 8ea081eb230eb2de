import { UnrecoverableError } from 'bullmq';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import type { OpenWorker, QueueConnection } from './connection.js';
import type { JobHandler } from './job.js';

/** Recovery enqueues a stalled job again, not the queue: the lease in Postgres decides which worker may run it. */
const LOCK_MS = 30_000;

/**
 * Runs the jobs of its queues. It translates errors of the rooms for the queue: temporary ones (an outage, a limit) are
 * left to recovery, a refusal is final, and anything else is logged as a bug.
 */
export class JobRunner {
  private readonly workers: OpenWorker[] = [];

  constructor(
    private readonly connection: QueueConnection,
    private readonly handlers: readonly JobHandler[],
    private readonly logger: Logger,
  ) {}

  /** Starts to run the jobs of a queue, at most `concurrency` at a time. */
  work(queueName: string, concurrency: number): void {
    const run = async (job: { name: string; data: object }): Promise<void> => {
      const handler = this.handlers.find((candidate) => candidate.job.name === job.name);
      if (!handler) {
        throw new UnrecoverableError(`No handler for job ${job.name}`);
      }
      try {
        await handler.run(job.data, queueName);
      } catch (error) {
        throw this.classifyError(error, queueName, job.name);
      }
    };
    const worker = this.connection.worker(queueName, run, { concurrency, lockDuration: LOCK_MS });
    worker.on('error', (error) => this.logger.warn({ err: error, queue: queueName }, 'queue error'));
    this.workers.push(worker);
  }

  /** Starts no more jobs and waits for the running ones. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private classifyError(error: unknown, queueName: string, job: string): unknown {
    if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'limited')) {
      this.logger.warn({ err: error, queue: queueName, job }, 'job failed for a temporary reason; recovery will retry');
      return error;
    }
    this.logger.error({ err: error, queue: queueName, job }, 'job failed');
    return error instanceof AppError && error.kind !== 'bug' ? new UnrecoverableError(error.message) : error;
  }
}
