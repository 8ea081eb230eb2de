import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import { toRateLimit } from '../applications/application.repository.js';
import type { ApiKey, Caller, NewKey } from '../model/tenancy.types.js';

/** Channel of LISTEN and NOTIFY: some key was ended, or changed what it may do. */
export const KEYS_CHANGED_CHANNEL = 'herald_keys_changed';

/** A new key without its secret. */
export interface StoredKey extends Omit<NewKey, 'secret'> {
  prefix: string;
  hash: Buffer;
}

interface CallerRow extends Omit<Caller, 'rateLimit'> {
  endsAt: Date | null;
  perSecond: number | null;
  burst: number | null;
}

const SELECT = `SELECT k.id, k.app_id AS "appId", k.kind, k.name, k.prefix, k.scopes, k.addresses,
       k.created_at AS "createdAt", k.ends_at AS "endsAt"
  FROM tenancy.api_key AS k`;

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly db: Database) {}

  /**
   * Who a secret belongs to · one row and its application's · unique index on hash · no locks. The only statement of the product without an
   * app_id: it is the one that finds it. The answer is kept for every request with the key, so it is read outside whatever
   * the caller has open.
   */
  async findCaller(hash: Buffer, now: Date): Promise<{ caller: Caller; endsAt: Date | null } | undefined> {
    const sql = `SELECT k.id AS "keyId", k.app_id AS "appId", k.kind, k.scopes, k.addresses, k.ends_at AS "endsAt",
                        a.rate_per_second AS "perSecond", a.rate_burst AS burst
                   FROM tenancy.api_key AS k JOIN tenancy.application AS a ON a.id = k.app_id
                  WHERE k.hash = $1 AND (k.ends_at IS NULL OR k.ends_at > $2)`;
    const key = await this.db.outsideTransaction(() => this.db.row<CallerRow>(sql, [hash, now]));
    if (!key) {
      return undefined;
    }
    const { endsAt, perSecond, burst, ...rest } = key;
    return { caller: { ...rest, rateLimit: toRateLimit(perSecond, burst) }, endsAt };
  }

  /** All keys of an application, ended ones too, oldest first. */
  async listKeys(appId: number, on: Tx | Database = this.db): Promise<ApiKey[]> {
    return on.rows<ApiKey>(`${SELECT} WHERE k.app_id = $1 ORDER BY k.id`, [appId]);
  }

  async lockKey(tx: Tx, appId: number, keyId: number): Promise<ApiKey | undefined> {
    return tx.row<ApiKey>(`${SELECT} WHERE k.app_id = $1 AND k.id = $2 FOR UPDATE`, [appId, keyId]);
  }

  /** Whether this very secret belongs to the key. */
  async hasHash(tx: Tx, appId: number, keyId: number, hash: Buffer): Promise<boolean> {
    const sql = 'SELECT 1 AS one FROM tenancy.api_key AS k WHERE k.app_id = $1 AND k.id = $2 AND k.hash = $3';
    return (await tx.row(sql, [appId, keyId, hash])) !== undefined;
  }

  /** @returns undefined when the secret is or was in use already, by whatever application, or the name is taken meanwhile */
  async insertKey(tx: Tx, appId: number, key: StoredKey): Promise<ApiKey | undefined> {
    return tx.row<ApiKey>(
      `INSERT INTO tenancy.api_key AS k (app_id, kind, name, prefix, hash, scopes, addresses)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
       RETURNING k.id, k.app_id AS "appId", k.kind, k.name, k.prefix, k.scopes, k.addresses,
                 k.created_at AS "createdAt", k.ends_at AS "endsAt"`,
      [appId, key.kind, key.name, key.prefix, key.hash, key.scopes, key.addresses],
    );
  }

  async updateLimits(
    tx: Tx,
    appId: number,
    keyId: number,
    limits: Pick<NewKey, 'scopes' | 'addresses'>,
  ): Promise<void> {
    await tx.affected('UPDATE tenancy.api_key SET scopes = $3, addresses = $4 WHERE app_id = $1 AND id = $2', [
      appId,
      keyId,
      limits.scopes,
      limits.addresses,
    ]);
    await this.notifyChange(tx);
  }

  /** Gives a key an end, never a later one than it has. @returns false when there is no such key */
  async endKey(tx: Tx, appId: number, keyId: number, endsAt: Date): Promise<boolean> {
    const count = await tx.affected(
      'UPDATE tenancy.api_key SET ends_at = least(ends_at, $3) WHERE app_id = $1 AND id = $2',
      [appId, keyId, endsAt],
    );
    await this.notifyChange(tx);
    return count === 1;
  }

  /** Postgres delivers it with the commit, so whoever hears it reads the new state. */
  private async notifyChange(tx: Tx): Promise<void> {
    await tx.affected(`NOTIFY ${KEYS_CHANGED_CHANNEL}`);
  }
}
