import { Injectable } from '@nestjs/common';
import type { AccountFault } from '#libs/channels';
import { Database } from '#platform/db';
import type { AccountVersion } from './circuit-breaker.repository.js';

/** The last fault of an account, with the provider's words. */
export interface AccountError extends AccountFault {
  /** The time of the first message that failed since the last success. */
  since: Date;
  /** The time of the last one. */
  at: Date;
  /** Messages that failed since then. */
  times: number;
  /** The time of the next success; null: there was none yet. */
  endedAt: Date | null;
}

interface AccountErrorRow extends AccountError {
  accountId: number;
  version: number;
}

/** Statements of `delivery.account_error`: one row for each account that has failed. Each uses the primary key. */
@Injectable()
export class AccountErrorRepository {
  constructor(private readonly db: Database) {}

  async list(appId: number): Promise<AccountErrorRow[]> {
    return this.db.rows<AccountErrorRow>(
      `SELECT e.account_id AS "accountId", e.version, e.since, e.last_at AS at, e.ended_at AS "endedAt", e.times, e.code,
              e.why, e.words
         FROM delivery.account_error e WHERE e.app_id = $1`,
      [appId],
    );
  }

  /**
   * Applications with an account that fails or does not send, at most 1,000, in order of their ids.
   * Both tables have a row for each such account only, so they are read whole.
   */
  async findTroubledApps(): Promise<number[]> {
    const rows = await this.db.rows<{ appId: number }>(
      `SELECT app_id AS "appId" FROM delivery.account_error WHERE ended_at IS NULL
        UNION SELECT app_id FROM delivery.account_rest
        ORDER BY 1 LIMIT 1000`,
    );
    return rows.map(({ appId }) => appId);
  }

  /** Adds failed messages. After a success, or with other credentials, they begin a new count. */
  async add(account: AccountVersion, fault: AccountFault, times: number): Promise<void> {
    await this.db.affected(
      `INSERT INTO delivery.account_error AS e (account_id, app_id, version, times, code, why, words)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (account_id) DO UPDATE
          SET since = CASE WHEN e.ended_at IS NULL AND e.version = $3 THEN e.since ELSE now() END,
              times = CASE WHEN e.ended_at IS NULL AND e.version = $3 THEN e.times ELSE 0 END + $4,
              last_at = now(), ended_at = NULL, version = $3, code = $5, why = $6, words = $7
        WHERE e.version <= $3`,
      [account.accountId, account.appId, account.version, times, fault.code, fault.why, fault.words],
    );
  }

  /** Ends the count after a success. */
  async end({ appId, accountId }: AccountVersion): Promise<void> {
    await this.db.affected(
      `UPDATE delivery.account_error SET ended_at = now()
        WHERE account_id = $2 AND app_id = $1 AND ended_at IS NULL`,
      [appId, accountId],
    );
  }
}
