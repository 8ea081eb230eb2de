/** One moment on two clocks, in ms. */
export interface Moment {
  /** Counts from the start of the process. It stops while the machine is suspended. */
  steadyMs: number;
  /** Counts from 1970. It goes on while the machine is suspended, and somebody may set it. */
  wallMs: number;
}

export function readMoment(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}

/** Share of a lease within which messages may leave. The rest is for the way of a message to the network. */
const SAFE_SHARE = 0.9;

/**
 * What a worker knows of its own lease without asking the database. A worker that was frozen, or cut off from the
 * database, must not send after the end of its lease, because another one may have taken over.
 */
export class LeaseDeadline {
  /**
   * @param leaseMs    length of the lease
   * @param renewedAt  read before the statement was sent that took the lease, so the database counts from a later moment
   */
  constructor(
    private readonly leaseMs: number,
    private renewedAt: Moment,
    private readonly read: () => Moment = readMoment,
  ) {}

  /** @param at  read before the statement was sent that renewed the lease */
  renew(at: Moment): void {
    this.renewedAt = at;
  }

  /** Whether the lease holds for certain, by the clock that has gone further. Costs two reads of a clock. */
  get isHeld(): boolean {
    const { steadyMs, wallMs } = this.read();
    const elapsedMs = Math.max(steadyMs - this.renewedAt.steadyMs, wallMs - this.renewedAt.wallMs);
    return elapsedMs < this.leaseMs * SAFE_SHARE;
  }
}
