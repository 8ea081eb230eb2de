import { Injectable } from '@nestjs/common';
import { ONE_EACH, ONE_SERVER, Database, type Statements, type Tx } from '#platform/db';
import type { LookupKey } from '#libs/users/identities';

/** An assignment of a token to an installation. */
export interface TokenClaim {
  key: LookupKey;
  instId: number;
}

/**
 * The owner of a token.
 *
 * @property hash  hex of the look-up hash
 * @property uid  the installation's user; null when the installation is not written yet, or erased
 * @property claimed  a device has the installation's secret
 * @property serverRegistered  a server has registered the token for this user
 */
export interface TokenOwner {
  hash: string;
  instId: number;
  uid: number | null;
  token: string | null;
  claimed: boolean;
  serverRegistered: boolean;
}

/** Statements of `users.token_lookup`. A transaction may reassign a token only while it has the row locked. */
@Injectable()
export class TokenRepository {
  constructor(private readonly db: Database) {}

  /**
   * Owners of tokens · one row per known token · primary key, then unique (vb, app_id, inst_id) · no locks. An
   * installation that changed its user lies in that user's bucket, which installation_home names. LATERAL with a limit
   * keeps each step an index look-up, also on a young table without statistics.
   */
  async findOwners(appId: number, keys: readonly LookupKey[], on: Statements = this.db): Promise<TokenOwner[]> {
    const params = [appId, keys.map((key) => key.bucket), keys.map((key) => key.hash)];
    if (on.isDistributed) {
      return on.rows<TokenOwner>(OWNERS_IN_TURN, params);
    }
    return on.rows<TokenOwner>(
      `${ONE_SERVER} SELECT encode(q.hash, 'hex') AS hash, t.inst_id AS "instId", i.uid, i.token, i.secret_hash IS NOT NULL AS claimed,
              coalesce(i.server_registered, i.uid IS NOT NULL AND i.secret_hash IS NULL) AS "serverRegistered"
       FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
       CROSS JOIN LATERAL (
         SELECT l.inst_id FROM users.token_lookup AS l
         WHERE l.bucket = q.bucket AND l.app_id = $1 AND l.token_hash = q.hash ${ONE_EACH}) AS t
       LEFT JOIN users.installation_home AS h ON h.vb = t.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = t.inst_id
       LEFT JOIN LATERAL (
         SELECT n.uid, n.token, n.secret_hash, n.server_registered FROM users.installation AS n
         WHERE n.vb = coalesce(h.uid, t.inst_id) % 1024 AND n.app_id = $1 AND n.inst_id = t.inst_id ${ONE_EACH}) AS i ON true`,
      params,
    );
  }

  /**
   * Claims tokens without an owner and locks the others · rows: one per token · primary key · locks: those rows in
   * (bucket, hash) order · why not SELECT FOR UPDATE: it cannot lock a token that has no row yet, and two batches would
   * both insert it.
   *
   * @returns hashes (hex) of the claimed tokens
   */
  async claimOrLock(tx: Tx, appId: number, claims: readonly TokenClaim[]): Promise<Set<string>> {
    const rows = await tx.rows<{ hash: string }>(
      `INSERT INTO users.token_lookup AS t (bucket, app_id, token_hash, inst_id)
       SELECT q.bucket, $1, q.hash, q.inst_id
       FROM unnest($2::smallint[], $3::bytea[], $4::bigint[]) AS q (bucket, hash, inst_id)
       ORDER BY q.bucket, q.hash
       ON CONFLICT (bucket, app_id, token_hash) DO UPDATE SET inst_id = t.inst_id WHERE false
       RETURNING encode(t.token_hash, 'hex') AS hash`,
      [appId, ...columns(claims)],
    );
    return new Set(rows.map((row) => row.hash));
  }

  /** Reassigns locked tokens to other installations · primary key · locks held already. */
  async reassign(tx: Tx, appId: number, claims: readonly TokenClaim[]): Promise<void> {
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

/** `findOwners` where each step is in other buckets, and so on another server: look-ups, homes, then devices of both kinds. */
const OWNERS_IN_TURN = `
  WITH known AS MATERIALIZED (
    SELECT q.hash, l.inst_id FROM unnest($2::smallint[], $3::bytea[]) AS q (bucket, hash)
    JOIN users.token_lookup AS l ON l.bucket = q.bucket AND l.app_id = $1 AND l.token_hash = q.hash),
  home AS MATERIALIZED (
    SELECT h.inst_id, h.uid FROM known AS k
    JOIN users.installation_home AS h ON h.vb = k.inst_id % 1024 AND h.app_id = $1 AND h.inst_id = k.inst_id),
  unmoved AS MATERIALIZED (
    SELECT n.inst_id, n.uid, n.token, n.secret_hash, n.server_registered FROM known AS k
    JOIN users.installation AS n ON n.vb = k.inst_id % 1024 AND n.app_id = $1 AND n.inst_id = k.inst_id),
  moved AS MATERIALIZED (
    SELECT n.inst_id, n.uid, n.token, n.secret_hash, n.server_registered FROM home AS h
    JOIN users.installation AS n ON n.vb = h.uid % 1024 AND n.app_id = $1 AND n.inst_id = h.inst_id)
  SELECT encode(k.hash, 'hex') AS hash, k.inst_id AS "instId", i.uid, i.token, i.secret_hash IS NOT NULL AS claimed,
         coalesce(i.server_registered, i.uid IS NOT NULL AND i.secret_hash IS NULL) AS "serverRegistered"
  FROM known AS k LEFT JOIN (SELECT * FROM unmoved UNION SELECT * FROM moved) AS i ON i.inst_id = k.inst_id`;
