import type { Database } from '#platform/db';

/** Reads the clock of the database. */
export class DatabaseTimeRepository {
  constructor(private readonly db: Database) {}

  /**
   * The time of the database, in milliseconds since 1970. It is not that of a transaction of the caller, which stands
   * still.
   *
   * @throws AppError unavailable
   */
  async readTime(): Promise<number> {
    const sql = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms';
    const row = await this.db.outsideTransaction(() => this.db.row<{ ms: number }>(sql, []));
    return row?.ms ?? Number.NaN;
  }
}
