import { Backoff, withTimeout } from '#platform/async';
import { faultsOf, type Logger } from '#platform/runtime';

export type QueueBackendName = 'Redis' | 'Postgres';

/**
 * Tests if the queue works, for the probes, `herald doctor` and the metrics.
 *
 * @property since   when it began to be up or down
 * @property fault   why it is down, with what to do, or why it was last; it has no secret. Null: it never was
 * @property reason  the same for strangers: a sentence of a fixed list, without hosts
 */
export interface QueueStatus {
  backend: QueueBackendName;
  isUp: boolean;
  since: Date;
  fault: string | null;
  reason: string | null;
}

/** How a backend is asked. */
export interface QueueProbe {
  backend: QueueBackendName;
  /** Does what a job needs. Rejects when the queue would not take one. */
  ask(): Promise<void>;
  /** Words for a fault of the queue, undefined for any other error. */
  explain(error: unknown): string | undefined;
  /** Why the connection is lost at the moment, when no answer comes; undefined: it is not. */
  findLoss?(): unknown;
}

/** Shorter than a readiness probe waits. */
const TIMEOUT_MS = 2000;
/** Between two questions while it is up. */
const INTERVAL_MS = 5000;
/** Between two questions while it is down. */
const DOWN_BOUNDS = { firstMs: 500, maxMs: 5000 };

/**
 * The state of the queue, as this process sees it. It asks every few seconds once it watches, and every fault of the queue
 * goes through its log line, whoever met it.
 */
export class QueueState {
  private readonly backoff = new Backoff(DOWN_BOUNDS);
  private readonly text: string;
  private isUp = false;
  private since = new Date();
  private fault: string | null = 'the queue was not asked yet';
  private reason: string | null = this.fault;
  private checkedAt = -Infinity;
  private underway: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly probe: QueueProbe,
    private readonly logger: Logger,
  ) {
    this.text = `no queue in ${probe.backend}`;
  }

  get status(): QueueStatus {
    return { backend: this.probe.backend, isUp: this.isUp, since: this.since, fault: this.fault, reason: this.reason };
  }

  /** Tests if it was asked, and does not work. */
  get isDown(): boolean {
    return !this.isUp && this.checkedAt > -Infinity;
  }

  /**
   * Asks the queue, unless it was asked a moment ago. Never throws.
   *
   * @param maxAgeMs  how old the last answer may be
   * @returns whether the queue is up
   */
  async check(maxAgeMs = 0): Promise<boolean> {
    if (performance.now() - this.checkedAt > maxAgeMs) {
      this.underway ??= this.ask().finally(() => (this.underway = undefined));
      await this.underway;
    }
    return this.isUp;
  }

  /** Asks now, and every few seconds until `close`. */
  watch(): void {
    void this.check().then(() => {
      if (!this.isClosed) {
        this.timer = setTimeout(() => this.watch(), this.isUp ? INTERVAL_MS : this.backoff.next()).unref();
      }
    });
  }

  /**
   * Takes a fault that a caller or a library met. One of the queue is logged here, seldom, and the queue is asked soon.
   *
   * @returns false when the error is none of the queue: it is left to the caller
   */
  report(error: unknown): boolean {
    const reason = this.probe.explain(error);
    if (reason === undefined) {
      return false;
    }
    if (!this.isClosed) {
      this.tell(reason);
      void this.check(DOWN_BOUNDS.firstMs);
    }
    return true;
  }

  /** Asks no more. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      await withTimeout(TIMEOUT_MS, this.probe.ask());
      this.setUp();
    } catch (error) {
      const { backend, explain, findLoss } = this.probe;
      const known = explain(error) ?? explain(findLoss?.());
      this.reason = known ?? `${backend} does not do what the queue needs: see the log of this process`;
      this.setDown(known ?? describeFailure(backend, error));
    } finally {
      this.checkedAt = performance.now();
    }
  }

  private setUp(): void {
    if (!this.isUp) {
      this.isUp = true;
      this.since = new Date();
    }
    this.backoff.reset();
    faultsOf(this.logger).end({ text: this.text });
  }

  private setDown(reason: string): void {
    if (this.isUp || this.checkedAt === -Infinity) {
      this.isUp = false;
      this.since = new Date();
    }
    this.fault = reason;
    if (!this.isClosed) {
      this.tell(reason);
    }
  }

  private tell(reason: string): void {
    faultsOf(this.logger).report({ text: this.text, level: 'error', fields: { reason } });
  }
}

function describeFailure(backend: QueueBackendName, error: unknown): string {
  const isTimeout = error instanceof Error && 'code' in error && error.code === 'TIMEOUT';
  const words = isTimeout ? `${backend} does not answer` : error instanceof Error ? error.message : String(error);
  return `${words}: check that it runs and is not overloaded`;
}
