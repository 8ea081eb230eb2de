import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import type { Tx } from '#platform/db';

/** First key of this advisory lock; no other lock has it. */
const ERASURE_LOCK = 3_006;
const PURPOSE = 'erased names';

/** Statements of `users.erased_name`: people who were erased while a file of users waited. */
@Injectable()
export class ErasedNameRepository {
  constructor(private readonly masterKey: MasterKey) {}

  /**
   * Separates erasures from batches of imports until the commit. Without it a batch would look for an erasure that is not
   * committed yet, and write a person that the erasure does not see.
   */
  async lock(tx: Tx, appId: number, by: 'erasure' | 'batch'): Promise<void> {
    const lock = by === 'erasure' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
    await tx.row(`SELECT ${lock}($1, $2)`, [ERASURE_LOCK, appId]);
  }

  /** Tests if a file of users is stored, or a local one is read · primary keys, few rows. */
  async hasFiles(tx: Tx, appId: number): Promise<boolean> {
    const row = await tx.row(
      `SELECT WHERE EXISTS (SELECT FROM users.import_piece AS p WHERE p.app_id = $1)
          OR EXISTS (SELECT FROM users.import AS i WHERE i.app_id = $1 AND i.finished_at IS NULL)`,
      [appId],
    );
    return row !== undefined;
  }

  /** Up to 1000 rows · primary key · locks them. */
  async insert(tx: Tx, appId: number, extIds: readonly string[]): Promise<void> {
    await tx.affected(
      `INSERT INTO users.erased_name AS e (app_id, name_hash)
       SELECT $1, q.hash FROM unnest($2::bytea[]) AS q (hash) ORDER BY q.hash
       ON CONFLICT (app_id, name_hash) DO UPDATE SET erased_at = excluded.erased_at`,
      [appId, extIds.map((extId) => this.masterKey.mac(PURPOSE, toData(appId, extId)))],
    );
  }

  /** Finds which of up to 1000 people were erased since a time · primary key. */
  async findErased(tx: Tx, appId: number, extIds: readonly string[], since: Date): Promise<ReadonlySet<string>> {
    const byHash = new Map(
      extIds.flatMap((extId) =>
        [...this.masterKey.validMacs(PURPOSE, toData(appId, extId))].map(
          (hash) => [hash.toString('hex'), extId] as const,
        ),
      ),
    );
    const rows = await tx.rows<{ hash: string }>(
      `SELECT encode(e.name_hash, 'hex') AS hash FROM users.erased_name AS e
       WHERE e.app_id = $1 AND e.name_hash = ANY ($2::bytea[]) AND e.erased_at >= $3`,
      [appId, [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')), since],
    );
    return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []));
  }

  /** Rows that no file needs, of all applications · a scan of a small table. */
  async deleteUnneeded(tx: Tx): Promise<void> {
    await tx.affected(
      `DELETE FROM users.erased_name AS e
       WHERE NOT EXISTS (SELECT FROM users.import_piece AS p WHERE p.app_id = e.app_id AND p.stored_at <= e.erased_at)
         AND NOT EXISTS (SELECT FROM users.import AS i
                         WHERE i.app_id = e.app_id AND i.finished_at IS NULL AND i.created_at <= e.erased_at)`,
    );
  }
}

function toData(appId: number, extId: string): string {
  return `${appId} ${extId}`;
}
