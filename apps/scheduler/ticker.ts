import type { Logger } from '#platform/runtime';
import type { RecurringJob } from './cron.table.js';

/**
 * Runs recurring jobs. Each runs at once, and again a pause after its end, so that a slow run never overlaps itself.
 * A failed run is logged; the next one comes after the same pause.
 */
export class JobTicker {
  private stopped = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly table: readonly RecurringJob[],
    private readonly logger: Logger,
  ) {}

  start(): void {
    for (const job of this.table) {
      this.run(job);
    }
  }

  /** Starts no more runs and waits for the current ones. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) {
      clearTimeout(timer);
    }
    await Promise.all(this.running);
  }

  private run(job: RecurringJob): void {
    const run = job
      .run()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn({ err: error, job: job.name }, 'recurring job failed'))
      .finally(() => {
        this.running.delete(run);
        if (!this.stopped) {
          const timer = setTimeout(() => {
            this.timers.delete(timer);
            this.run(job);
          }, job.everyMs);
          this.timers.add(timer);
        }
      });
    this.running.add(run);
  }
}
