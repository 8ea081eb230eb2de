import type { Database } from '#platform/db';

const BLOCK_SIZE = 100;
/** The next block is leased when only this many ids are left. */
const REFILL_BELOW = BLOCK_SIZE / 2;

interface Block {
  next: number;
  end: number;
}

/**
 * Allocates ids without a sequence, so that the schema fits a distributed database. A process leases blocks of 100 in a
 * short transaction of its own. Ids are unique and grow within a process. Gaps are harmless.
 *
 * A lease needs a connection. Callers that hold one while they wait for another could block each other until the pool
 * times out. Many ids are therefore allocated before a transaction. For the few inside one, blocks are leased ahead.
 */
export class IdBlockRepository {
  private readonly currentBlocks = new Map<string, Block>();
  /** Blocks that are leased ahead. */
  private readonly nextBlocks = new Map<string, Block>();
  private readonly leases = new Map<string, Promise<void>>();

  constructor(private readonly db: Database) {}

  /** The next id of a series, from 1. */
  async next(series: string): Promise<number> {
    for (;;) {
      const block = this.current(series);
      if (block) {
        if (block.end - block.next <= REFILL_BELOW && !this.nextBlocks.has(series)) {
          // A later caller without ids leases again and gets the error.
          this.lease(series).catch(() => undefined);
        }
        return block.next++;
      }
      await this.lease(series);
    }
  }

  async nextMany(series: string, count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) {
      ids.push(await this.next(series));
    }
    return ids;
  }

  /** The block with free ids. */
  private current(series: string): Block | undefined {
    const block = this.currentBlocks.get(series);
    if (block && block.next < block.end) {
      return block;
    }
    const following = this.nextBlocks.get(series);
    if (following) {
      this.currentBlocks.set(series, following);
      this.nextBlocks.delete(series);
    }
    return following;
  }

  private lease(series: string): Promise<void> {
    const running = this.leases.get(series);
    if (running) {
      return running;
    }
    const lease = this.fetchBlock(series).finally(() => this.leases.delete(series));
    this.leases.set(series, lease);
    return lease;
  }

  /**
   * One row per series · primary key · locks that row for the statement alone. It runs outside the transaction of the
   * caller: all callers share the block, and a rollback must not return it.
   */
  private async fetchBlock(series: string): Promise<void> {
    const row = await this.db.outsideTransaction(() =>
      this.db.row<{ end: number }>(
        `INSERT INTO platform.id_block AS b (series, next_id) VALUES ($1, $2 + 1)
         ON CONFLICT (series) DO UPDATE SET next_id = b.next_id + $2
         RETURNING next_id AS end`,
        [series, BLOCK_SIZE],
      ),
    );
    if (!row) {
      throw new Error(`No block for series ${series}`);
    }
    this.nextBlocks.set(series, { next: row.end - BLOCK_SIZE, end: row.end });
  }
}
