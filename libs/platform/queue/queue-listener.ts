import type pg from 'pg';

/**
 * One connection on which all lanes of a process listen for jobs. Left alone, BullMQ opens one per lane, and Postgres wakes every
 * listening session of a database for every notification, whatever it listens to: with 13 lanes that took 0.5 ms of
 * processor for each, and a job gives three.
 */
export class QueueListener {
  private client: Promise<pg.PoolClient> | undefined;
  private readonly lossListeners = new Set<() => void>();

  /** @param pool  whose sessions find the tables of the queue; the caller ends it after `close` */
  constructor(private readonly pool: pg.Pool) {}

  /** The connection, which is opened when somebody asks for it first, or first after it was lost. */
  getClient(): Promise<pg.PoolClient> {
    this.client ??= this.open();
    return this.client;
  }

  /** @param listener  is called when the connection that it listens on is gone. @returns ends that */
  onLoss(listener: () => void): () => void {
    this.lossListeners.add(listener);
    return () => void this.lossListeners.delete(listener);
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    client?.release(true);
  }

  private async open(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      client.setMaxListeners(0);
      client.on('error', () => this.reportLoss(client));
      serializeQueries(client);
      return client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
  }

  private reportLoss(client: pg.PoolClient): void {
    this.client = undefined;
    client.removeAllListeners('notification');
    client.release(true);
    this.lossListeners.forEach((listener) => listener());
  }
}

/** Lanes begin to listen at the same time, and a client takes one statement after another. */
function serializeQueries(client: pg.PoolClient): void {
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
