import type { Database } from '#platform/db';
import { type Logger, reportFault } from '#platform/runtime';
import { WakeRepository } from './wake.repository.js';

/** Pause between two notifications of one process. */
const PAUSE_MS = 50;

/**
 * Wakes recurring work before its time: in this process where it runs such work, else in the schedulers. A wake-up may be
 * lost, for example behind a pooler without sessions. The work then runs at its own time.
 */
export class WakeService {
  private readonly repository: WakeRepository;
  private readonly waiting = new Set<string>();
  private readonly handlers = new Set<(work: string) => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    db: Database,
    private readonly logger: Logger,
  ) {
    this.repository = new WakeRepository(db);
  }

  /** Takes the wake-ups of this process. */
  handle(handler: (work: string) => void): void {
    this.handlers.add(handler);
  }

  /** Wakes work by its name, after the commit of what it shall find. Returns at once. */
  wake(work: string): void {
    if (this.handlers.size > 0) {
      this.handlers.forEach((handler) => handler(work));
      return;
    }
    this.waiting.add(work);
    if (!this.timer) {
      this.notify();
    }
  }

  /** Sends what waits, and again after a pause while more comes. */
  private notify(): void {
    const works = [...this.waiting];
    this.waiting.clear();
    if (works.length === 0) {
      this.timer = undefined;
      return;
    }
    this.timer = setTimeout(() => this.notify(), PAUSE_MS);
    this.timer.unref();
    this.repository.notify(works).catch((error: unknown) => {
      reportFault(this.logger, 'failed to wake the schedulers; their work runs at its own time', error);
    });
  }
}
