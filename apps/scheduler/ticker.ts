import type { Logger } from '#platform/runtime';
import type { RecurringJob } from './cron.table.js';

/**
 * Runs recurring work: each entry at once and then again a pause after it ended, so that a slow run never overlaps itself.
 * A failed run is logged and tried again at its next turn.
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
    for (const entry of this.table) {
      this.run(entry);
    }
  }

  /** Begins nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) {
      clearTimeout(timer);
    }
    await Promise.all(this.running);
  }

  private run(entry: RecurringJob): void {
    const turn = entry
      .run()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn({ err: error, work: entry.name }, 'recurring work failed'))
      .finally(() => {
        this.running.delete(turn);
        if (!this.stopped) {
          const timer = setTimeout(() => {
            this.timers.delete(timer);
            this.run(entry);
          }, entry.everyMs);
          this.timers.add(timer);
        }
      });
    this.running.add(turn);
  }
}
