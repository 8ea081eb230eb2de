import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';

/** When a key was used last. */
export interface KeyUse {
  keyId: number;
  appId: number;
  usedAt: Date;
}

/** Statements of `tenancy.key_use`. */
@Injectable()
export class KeyUseRepository {
  constructor(private readonly db: Database) {}

  /** Notes uses, but none before one that is noted. As many rows as keys · primary key · in order, against deadlocks. */
  async saveUses(uses: readonly KeyUse[]): Promise<void> {
    await this.db.affected(
      `INSERT INTO tenancy.key_use AS u (key_id, app_id, used_at)
       SELECT n.key_id, n.app_id, n.used_at
         FROM unnest($1::integer[], $2::integer[], $3::timestamptz[]) AS n (key_id, app_id, used_at) ORDER BY n.key_id
       ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at WHERE u.used_at < excluded.used_at`,
      [uses.map(({ keyId }) => keyId), uses.map(({ appId }) => appId), uses.map(({ usedAt }) => usedAt)],
    );
  }

  /** Few rows · a scan of a table with one row for each key. */
  async listUses(appId: number): Promise<KeyUse[]> {
    return this.db.rows<KeyUse>(
      'SELECT u.key_id AS "keyId", u.app_id AS "appId", u.used_at AS "usedAt" FROM tenancy.key_use AS u WHERE u.app_id = $1',
      [appId],
    );
  }
}
