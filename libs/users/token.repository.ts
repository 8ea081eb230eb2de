import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { LookupKey } from './lookup-key.js';

/** That a token belongs to an installation. */
export interface TokenClaim {
  key: LookupKey;
  instId: number;
}

/**
 * Who holds a token.
 *
 * @property hash     hex of the look-up hash
 * @property uid      the installation's user; null when the installation is not written yet, or erased
 * @property claimed  a device holds the installation's secret
 */
export interface TokenOwner {
  hash: string;
  instId: number;
  uid: number | null;
  token: string | null;
  claimed: boolean;
}

/** Statements of `users.token_lookup`. A locked row of it is the right to change who holds that token. */
@Injectable()
export class TokenRepository {
  constructor(private readonly db: Database) {}

  /**
   * Owners of tokens · one row per known token · primary key, then unique (vb, app_id, inst_id) · no locks. An
   * installation that changed its user lies in that user's bucket, hence the way over installation_home.
   */
  async findOwners(appId: number, keys: readonly LookupKey[], on: Statements = this.db): Promise<TokenOwner[]> {
    return on.rows<TokenOwner>(
      `SELECT encode(t.token_hash, 'hex') AS hash, t.inst_id AS "instId", i.uid, i.token,
              i.secret_hash IS NOT NULL AS claimed
       FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       JOIN users.token_lookup AS t ON t.bucket = q.bucket AND t.app_id = $1 AND t.token_hash = q.hash
       LEFT JOIN users.installation_home AS h ON h.vb = t.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = t.inst_id
       LEFT JOIN users.installation AS i
         ON i.vb = coalesce(h.uid, t.inst_id) % 1024 AND i.app_id = $1 AND i.inst_id = t.inst_id`,
      [appId, keys.map((key) => key.bucket), keys.map((key) => key.hash)],
    );
  }

  /**
   * Claims the tokens that nobody holds and locks the others as they are · rows: one per token · primary key · locks:
   * those rows in (bucket, hash) order · why not SELECT FOR UPDATE: it cannot lock a token that is not there yet, and
   * two batches would both insert it.
   */
  async insertOrLock(tx: Tx, appId: number, claims: readonly TokenClaim[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.token_lookup AS t (bucket, app_id, token_hash, inst_id)
       SELECT q.bucket, $1, q.hash, q.inst_id
       FROM unnest($2::smallint[], $3::bytea[], $4::bigint[]) AS q (bucket, hash, inst_id)
       ORDER BY q.bucket, q.hash
       ON CONFLICT (bucket, app_id, token_hash) DO UPDATE SET inst_id = t.inst_id WHERE false`,
      [appId, ...columns(claims)],
    );
  }

  /** Gives locked tokens to other installations · primary key · locks held already. */
  async move(tx: Tx, appId: number, claims: readonly TokenClaim[]): Promise<void> {
    await tx.affected(
      `UPDATE users.token_lookup AS t SET inst_id = q.inst_id
       FROM unnest($2::smallint[], $3::bytea[], $4::bigint[]) AS q (bucket, hash, inst_id)
       WHERE t.bucket = q.bucket AND t.app_id = $1 AND t.token_hash = q.hash`,
      [appId, ...columns(claims)],
    );
  }
}

function columns(claims: readonly TokenClaim[]): [number[], Buffer[], number[]] {
  return [claims.map(({ key }) => key.bucket), claims.map(({ key }) => key.hash), claims.map(({ instId }) => instId)];
}
