import type pg from 'pg';

/**
 * One connection on which all lanes of a process listen for jobs. Left alone, BullMQ opens one per lane, and Postgres wakes every
 * listening session of a database for every notification, whatever it listens to: with 13 lanes that took 0.5 ms of
 * processor for each, and a job gives three.
 */
export class LaneListener {
  private client: Promise<pg.PoolClient> | undefined;
  private readonly lanes = new Set<() => void>();

  /** @param pool  whose sessions find the tables of the queue; the caller ends it after `close` */
  constructor(private readonly pool: pg.Pool) {}

  /** The connection, which is opened when somebody asks for it first, or first after it was lost. */
  listen(): Promise<pg.PoolClient> {
    this.client ??= this.open();
    return this.client;
  }

  /** @param isLost  is called when the connection that it listens on is gone. @returns ends that */
  join(isLost: () => void): () => void {
    this.lanes.add(isLost);
    return () => void this.lanes.delete(isLost);
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    client?.release(true);
  }

  private async open(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      client.setMaxListeners(0);
      client.on('error', () => this.lost(client));
      takeTurns(client);
      return client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
  }

  private lost(client: pg.PoolClient): void {
    this.client = undefined;
    client.removeAllListeners('notification');
    client.release(true);
    this.lanes.forEach((isLost) => isLost());
  }
}

/** Lanes begin to listen at the same time, and a client takes one statement after another. */
function takeTurns(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  Object.assign(client, {
    query(text: string, values?: unknown[]) {
      const next = last.then(() => query(text, values));
      last = next.catch(() => undefined);
      return next;
    },
  });
}
