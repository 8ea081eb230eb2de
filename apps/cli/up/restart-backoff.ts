/** Waits between restarts, in ms. */
export interface RestartDelays {
  min: number;
  /** Longest wait for a process that was ready, so that its work is never later than this. */
  maxAfterReady: number;
  /** Longest wait for a process that does not start: its reason needs an operator. */
  maxUnready: number;
  /** A process that was ready for this long is no crash loop. */
  stableAfter: number;
}

export const RESTART_DELAYS: RestartDelays = {
  min: 500,
  maxAfterReady: 8000,
  maxUnready: 30_000,
  stableAfter: 5000,
};

/**
 * How long a supervised process waits before it is started again. One that was killed after a while comes back at once,
 * however often that happens. One that ends again and again right after its start waits twice as long each time.
 */
export class RestartBackoff {
  private nextMs: number;

  constructor(private readonly delays: RestartDelays = RESTART_DELAYS) {
    this.nextMs = delays.min;
  }

  /**
   * The wait after one end of the process, in ms.
   *
   * @param readyMs  how long it was ready; null: it never was
   */
  next(readyMs: number | null): number {
    const { min, maxAfterReady, maxUnready, stableAfter } = this.delays;
    if (readyMs !== null && readyMs >= stableAfter) {
      this.nextMs = min;
    }
    const delayMs = Math.min(this.nextMs, readyMs === null ? maxUnready : maxAfterReady);
    this.nextMs = Math.min(this.nextMs * 2, maxUnready);
    return delayMs;
  }
}
