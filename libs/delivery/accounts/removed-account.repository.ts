import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Each has one row for an account. */
const TABLES = ['delivery.provider_templates', 'delivery.account_error', 'delivery.account_rest'] as const;

/** Statements about accounts that were removed. */
@Injectable()
export class RemovedAccountRepository {
  constructor(private readonly db: Database) {}

  /** Accounts of which something is stored · few rows: the tables have some for each application, and are read whole. */
  async listStored(): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      TABLES.map((table) => `SELECT t.account_id AS id FROM ${table} AS t`).join(' UNION '),
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes what is stored of some accounts · primary keys · locks those rows.
   *
   * @returns the number of rows
   */
  async deleteRows(accountIds: readonly number[]): Promise<number> {
    let deleted = 0;
    for (const table of TABLES) {
      deleted += await this.db.affected(`DELETE FROM ${table} AS t WHERE t.account_id = ANY ($1::integer[])`, [
        accountIds,
      ]);
    }
    return deleted;
  }
}
