import { UnrecoverableError } from 'bullmq';
import { AppError } from '#platform/errors';
import type { Logger } from '#platform/runtime';
import type { OpenWorker, QueueConnection } from './connection.js';
import type { JobHandler } from './job.js';

/** A stalled job is offered again by the sweep, not by the queue: the lease in Postgres decides who may work. */
const LOCK_MS = 30_000;

/**
 * Runs the jobs of some lanes. The one place where an error of a room meets the queue: what can pass (an outage, a
 * limit) is left for the sweep, a refusal is final, anything else is a fault and is logged as one.
 */
export class JobRunner {
  private readonly workers: OpenWorker[] = [];

  constructor(
    private readonly connection: QueueConnection,
    private readonly handlers: readonly JobHandler[],
    private readonly logger: Logger,
  ) {}

  /** Begins to take jobs of a lane, at most `concurrency` at a time. */
  work(queueName: string, concurrency: number): void {
    const run = async (job: { name: string; data: object }): Promise<void> => {
      const handler = this.handlers.find((candidate) => candidate.job.name === job.name);
      if (!handler) {
        throw new UnrecoverableError(`No handler for job ${job.name}`);
      }
      try {
        await handler.run(job.data);
      } catch (error) {
        throw this.classifyError(error, queueName, job.name);
      }
    };
    const worker = this.connection.worker(queueName, run, { concurrency, lockDuration: LOCK_MS });
    worker.on('error', (error) => this.logger.warn({ err: error, lane: queueName }, 'queue error'));
    this.workers.push(worker);
  }

  /** Takes no further jobs and waits for those under way. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private classifyError(error: unknown, queueName: string, job: string): unknown {
    if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'limited')) {
      this.logger.warn({ err: error, lane: queueName, job }, 'job put off');
      return error;
    }
    this.logger.error({ err: error, lane: queueName, job }, 'job failed');
    return error instanceof AppError && error.kind !== 'bug' ? new UnrecoverableError(error.message) : error;
  }
}
