import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** Each has one row for an account. */
const TABLES = ['delivery.provider_templates', 'delivery.account_error', 'delivery.account_rest'] as const;

/** Reads what is stored of provider accounts that are gone. Reads the table of the tenancy module. */
@Injectable()
export class RemovedAccountRepository {
  constructor(private readonly db: Database) {}

  /**
   * Deletes it · few rows: the tables have some for each application, and are read whole · primary key of
   * provider_account · locks those rows.
   *
   * @returns the number of rows
   */
  async deleteRows(): Promise<number> {
    let deleted = 0;
    for (const table of TABLES) {
      deleted += await this.db.affected(
        `DELETE FROM ${table} AS t
          WHERE NOT EXISTS (SELECT FROM tenancy.v_provider_account AS p WHERE p.id = t.account_id)`,
      );
    }
    return deleted;
  }
}
