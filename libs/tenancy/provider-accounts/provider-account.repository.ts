import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Database, type Statements, type Tx } from '#platform/db';
import type { ProviderAccount } from '../model/provider-account.types.js';
import { ProviderAccountEntity } from './provider-account.entity.js';

@Injectable()
export class ProviderAccountRepository {
  constructor(private readonly db: Database) {}

  async find(appId: number, key: string): Promise<ProviderAccountEntity | undefined> {
    return (await this.db.repository(ProviderAccountEntity).findOneBy({ appId, key })) ?? undefined;
  }

  async listByApplication(appId: number, on: Statements = this.db): Promise<ProviderAccountEntity[]> {
    return on.repository(ProviderAccountEntity).find({ where: { appId }, order: { id: 'ASC' } });
  }

  /** Selects the ids that no account has · primary key. */
  async findAbsent(accountIds: readonly number[]): Promise<number[]> {
    const rows = await this.db.rows<{ id: number }>(
      `SELECT q.id FROM unnest($1::integer[]) AS q (id)
        WHERE NOT EXISTS (SELECT FROM tenancy.provider_account AS p WHERE p.id = q.id)`,
      [accountIds],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Stores credentials · one row · unique index on (app_id, channel) · locks that row. SQL, because an upsert of
   * TypeORM cannot count up the version. New credentials end a pause: if they are wrong too, the next send pauses again.
   */
  async save(
    tx: Tx,
    account: Pick<ProviderAccountEntity, 'appId' | 'key' | 'provider' | 'simulator' | 'sealed' | 'pace' | 'rules'>,
  ): Promise<void> {
    await tx.affected(
      `INSERT INTO tenancy.provider_account AS p (app_id, channel, provider, simulator, sealed, pace, rules)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb)
       ON CONFLICT (app_id, channel) DO UPDATE
          SET provider = excluded.provider, simulator = excluded.simulator, sealed = excluded.sealed, 
              pace = excluded.pace, rules = excluded.rules, version = p.version + 1, paused_at = NULL, pause_code = NULL, pause_why = NULL`,
      [
        account.appId,
        account.key,
        account.provider,
        account.simulator,
        account.sealed,
        account.pace && JSON.stringify(account.pace),
        account.rules && JSON.stringify(account.rules),
      ],
    );
  }

  async delete(tx: Tx, appId: number, key: string): Promise<void> {
    await tx.repository(ProviderAccountEntity).delete({ appId, key });
  }

  /** Pauses the version that was used, so that credentials changed in between stay active. @returns whether it did */
  async pause(
    tx: Tx,
    { appId, accountId, version }: Pick<ProviderAccount, 'appId' | 'accountId' | 'version'>,
    pause: { code: string; why: string; at: Date },
  ): Promise<boolean> {
    const { affected } = await tx
      .repository(ProviderAccountEntity)
      .update(
        { appId, id: accountId, version, pausedAt: IsNull() },
        { pausedAt: pause.at, pauseCode: pause.code, pauseWhy: pause.why },
      );
    return affected === 1;
  }

  /** @returns false when the account was not paused */
  async resume(tx: Tx, appId: number, key: string): Promise<boolean> {
    const { affected } = await tx
      .repository(ProviderAccountEntity)
      .update({ appId, key, pausedAt: Not(IsNull()) }, { pausedAt: null, pauseCode: null, pauseWhy: null });
    return affected === 1;
  }
}
