/** One moment on two clocks, in ms. */
export interface Moment {
  /** Counts from the start of the process. It stops while the machine is suspended. */
  steadyMs: number;
  /** Counts from 1970. It goes on while the machine is suspended, and someone may set it. */
  wallMs: number;
}

export function readMoment(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() };
}

/**
 * Leases within which a batch may leave after its ids were stored in flight. So a pause or stop that comes then has an
 * effect after this time at the latest, however slow the provider or the answer of the database is.
 */
export const LEASES_PER_BATCH = 6;
/** Share of a lease within which messages may leave. The rest is for the way of a message to the network. */
const SAFE_SHARE = 0.9;

/**
 * A worker's own knowledge of its lease, without asking the database. A worker that was frozen, or cut off from the
 * database, must not send after the end of its lease, because another one may have taken over.
 */
export class LeaseDeadline {
  private batchStoredAt: Moment | undefined;

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

  /** @param at  read before the statement was sent that stored the ids of the next batch in flight */
  startBatch(at: Moment): void {
    this.batchStoredAt = at;
  }

  /**
   * Tests if a message of the batch under way may leave: the lease holds for certain, and the ids were stored a short time
   * ago, by the clock that has gone further. Costs two reads of a clock.
   */
  get mayLeave(): boolean {
    const now = this.read();
    return (
      elapsedMs(this.renewedAt, now) < this.leaseMs * SAFE_SHARE &&
      this.batchStoredAt !== undefined &&
      elapsedMs(this.batchStoredAt, now) < this.leaseMs * LEASES_PER_BATCH
    );
  }
}

function elapsedMs(since: Moment, now: Moment): number {
  return Math.max(now.steadyMs - since.steadyMs, now.wallMs - since.wallMs);
}
