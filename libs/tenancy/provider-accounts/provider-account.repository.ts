import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { AccountChannel, AccountRateLimits } from '../model/tenancy.types.js';

export interface StoredAccount {
  accountId: number;
  appId: number;
  channel: AccountChannel;
  simulator: boolean;
  sealed: Buffer;
  version: number;
  pace: AccountRateLimits | null;
  pausedAt: Date | null;
  pauseCode: string | null;
  pauseWhy: string | null;
}

const SELECT = `SELECT p.id AS "accountId", p.app_id AS "appId", p.channel, p.simulator, p.sealed, p.version, p.pace,
       p.paused_at AS "pausedAt", p.pause_code AS "pauseCode", p.pause_why AS "pauseWhy"
  FROM tenancy.provider_account AS p`;

@Injectable()
export class ProviderAccountRepository {
  constructor(private readonly db: Database) {}

  async find(appId: number, channel: AccountChannel): Promise<StoredAccount | undefined> {
    return this.db.row<StoredAccount>(`${SELECT} WHERE p.app_id = $1 AND p.channel = $2`, [appId, channel]);
  }

  async listByApplication(appId: number, on: Tx | Database = this.db): Promise<StoredAccount[]> {
    return on.rows<StoredAccount>(`${SELECT} WHERE p.app_id = $1 ORDER BY p.id`, [appId]);
  }

  /**
   * Stores credentials · one row · unique index on (app_id, channel) · locks that row. A change of credentials ends a
   * pause: the reason for it is gone, and if not, the next send finds it again.
   */
  async save(
    tx: Tx,
    account: Pick<StoredAccount, 'appId' | 'channel' | 'simulator' | 'sealed' | 'pace'>,
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO tenancy.provider_account AS p (app_id, channel, simulator, sealed, pace)
       VALUES ($1, $2, $3, $4, $5::jsonb)
       ON CONFLICT (app_id, channel) DO UPDATE
          SET simulator = excluded.simulator, sealed = excluded.sealed, pace = excluded.pace, version = p.version + 1,
              paused_at = NULL, pause_code = NULL, pause_why = NULL`,
      [account.appId, account.channel, account.simulator, account.sealed, account.pace && JSON.stringify(account.pace)],
    );
  }

  async delete(tx: Tx, appId: number, channel: AccountChannel): Promise<void> {
    await tx.affected('DELETE FROM tenancy.provider_account WHERE app_id = $1 AND channel = $2', [appId, channel]);
  }

  /** Only for the version that was used: credentials that were mended meanwhile are not paused. @returns whether it did */
  async pause(
    account: { appId: number; accountId: number; version: number },
    why: { code: string; why: string; at: Date },
  ): Promise<boolean> {
    const count = await this.db.affected(
      `UPDATE tenancy.provider_account SET paused_at = $4, pause_code = $5, pause_why = $6
        WHERE app_id = $1 AND id = $2 AND version = $3 AND paused_at IS NULL`,
      [account.appId, account.accountId, account.version, why.at, why.code, why.why],
    );
    return count === 1;
  }

  async resume(appId: number, channel: AccountChannel): Promise<boolean> {
    const count = await this.db.affected(
      `UPDATE tenancy.provider_account SET paused_at = NULL, pause_code = NULL, pause_why = NULL
        WHERE app_id = $1 AND channel = $2 AND paused_at IS NOT NULL`,
      [appId, channel],
    );
    return count === 1;
  }
}
