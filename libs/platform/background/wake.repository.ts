import type { Database } from '#platform/db';

/** The channel of wake-ups, whose payload lists names of recurring work. */
export const WAKE_CHANNEL = 'herald_wake';

/** Notifies the schedulers. */
export class WakeRepository {
  constructor(private readonly db: Database) {}

  /** Sends a wake-up in a transaction of its own: many at once would make the commits of requests wait for each other. */
  async notify(works: readonly string[]): Promise<void> {
    await this.db.affected(`SELECT pg_notify('${WAKE_CHANNEL}', $1)`, [works.join()]);
  }
}
