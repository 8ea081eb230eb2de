import { AsyncLocalStorage } from 'node:async_hooks';
import { Semaphore } from '#platform/async';
import { AppError } from '#platform/errors';

/** Time that a caller waits for its turn. Usual time limits of clients are longer, so they get an answer. */
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** Connections that only callers out of turn take, and their share of a small pool. */
const RESERVE = 2;
const RESERVE_SHARE = 1 / 2;

/**
 * The order in which callers get connections of a pool. Some work needs a second connection while it has one, such as a
 * block of ids in a transaction. If all had one and waited for a second, none would go on. Therefore a reserve of the pool
 * is for them, for reads that requests share, and for probes.
 */
export class ConnectionQueue {
  private readonly holders = new AsyncLocalStorage<{ hasConnection: boolean }>();
  private readonly turns: Semaphore;
  private readonly transactions: Semaphore;

  /**
   * @param pool       connections of the pool
   * @param maxWaitMs  how long a caller waits for its turn
   * @param isShared   many requests share the pool; else nothing is tracked, and only the number of transactions is limited
   */
  constructor(
    pool: number,
    private readonly maxWaitMs = MAX_WAIT_MS,
    private readonly isShared = true,
  ) {
    const turns = pool - Math.min(RESERVE, Math.floor(pool * RESERVE_SHARE));
    this.turns = new Semaphore(turns);
    this.transactions = new Semaphore(Math.max(1, Math.min(Math.floor(pool / 2), turns - 1)));
  }

  /** Callers that wait for their turn. */
  get waiting(): number {
    return this.turns.waiting + this.transactions.waiting;
  }

  /**
   * Runs work that takes one connection, and gives it back.
   *
   * @throws AppError unavailable after the longest wait
   */
  async takeTurn<R>(work: () => Promise<R>): Promise<R> {
    // A worker does without: Node follows each of its promises as soon as one store is in use.
    if (!this.isShared || this.holders.getStore()?.hasConnection === true) {
      return work();
    }
    return this.admit(this.turns, () => this.lead(work));
  }

  /** Runs a transaction that a request has for as long as it works: half of the pool, and never all turns. */
  async takeTransaction<R>(work: () => Promise<R>): Promise<R> {
    return this.isShared ? this.admit(this.transactions, work) : this.transactions.run(work);
  }

  /** Runs what must not wait behind others: probes, and what callers with a connection may wait for. */
  async passAhead<R>(work: () => Promise<R>): Promise<R> {
    return this.isShared ? this.lead(work) : work();
  }

  /** Later statements of the same context, after the work, wait like all others. */
  private async lead<R>(work: () => Promise<R>): Promise<R> {
    const holder = { hasConnection: true };
    try {
      return await this.holders.run(holder, work);
    } finally {
      holder.hasConnection = false;
    }
  }

  private async admit<R>(places: Semaphore, work: () => Promise<R>): Promise<R> {
    if (!(await places.acquire(this.maxWaitMs))) {
      throw new AppError('unavailable', 'All connections to the database are busy, try again', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    try {
      return await work();
    } finally {
      places.release();
    }
  }
}
