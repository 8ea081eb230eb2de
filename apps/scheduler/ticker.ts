import type { Logger } from '#platform/runtime';
import type { Recurring } from './cron.table.js';

/**
 * Runs recurring work: each entry at once and then again a pause after it ended, so that a slow run never overlaps itself.
 * A failed run is logged and tried again at its next turn.
 */
export class Ticker {
  private stopped = false;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly under = new Set<Promise<void>>();

  constructor(
    private readonly table: readonly Recurring[],
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
    await Promise.all(this.under);
  }

  private run(entry: Recurring): void {
    const turn = entry
      .run()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn({ err: error, work: entry.name }, 'recurring work failed'))
      .finally(() => {
        this.under.delete(turn);
        if (!this.stopped) {
          const timer = setTimeout(() => {
            this.timers.delete(timer);
            this.run(entry);
          }, entry.everyMs);
          this.timers.add(timer);
        }
      });
    this.under.add(turn);
  }
}
