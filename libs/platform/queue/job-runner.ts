import { UnrecoverableError } from 'bullmq';
import { resolveInTime } from '#platform/async';
import { AppError } from '#platform/errors';
import { faultsOf, kindOfError, type Logger } from '#platform/runtime';
import type { JobHandler } from './job.js';
import type { OpenWorker, QueueConnection } from './queue-connection.js';

/** Recovery enqueues a stalled job again, not the queue: the lease in Postgres decides which worker may run it. */
const LOCK_MS = 30_000;

/** Less than the grace period of a process, and longer than most jobs. */
const CLOSE_WITHOUT_QUEUE_MS = 12_000;

/**
 * Runs the jobs of its queues. It translates errors of the modules for the queue: temporary ones (an outage, a limit)
 * are left to recovery, a refusal is final, and anything else is logged as a bug.
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
    worker.on('error', (error) => this.reportQueueError(error, queueName));
    this.workers.push(worker);
  }

  /** Starts no more jobs and waits for the running ones. Without a queue BullMQ waits for it as well, so that has an end. */
  async close(): Promise<void> {
    const closed = Promise.all(this.workers.map((worker) => worker.close()));
    await (this.connection.state.isDown ? resolveInTime(CLOSE_WITHOUT_QUEUE_MS, async () => closed) : closed);
  }

  /** All queues of a process meet the same fault of the queue, so it is reported once for all of them. */
  private reportQueueError(error: Error, queueName: string): void {
    if (!this.connection.state.report(error)) {
      faultsOf(this.logger).report({
        text: 'queue error',
        of: kindOfError(error),
        fields: { err: error, queue: queueName },
      });
    }
  }

  private classifyError(error: unknown, queueName: string, job: string): unknown {
    const of = `${job} ${kindOfError(error)}`;
    const fields = { err: error, queue: queueName, job };
    if (error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'limited')) {
      faultsOf(this.logger).report({ text: 'job failed for a temporary reason; recovery will retry', of, fields });
      return error;
    }
    faultsOf(this.logger).report({ text: 'job failed', of, level: 'error', fields });
    return error instanceof AppError && error.kind !== 'bug' ? new UnrecoverableError(error.message) : error;
  }
}
