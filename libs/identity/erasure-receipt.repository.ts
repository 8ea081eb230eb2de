import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

/**
 * A receipt of an erasure.
 *
 * @property asked  extIds that were asked for
 * @property users  how many of the requested users existed
 * @property counts  number of erased rows, by table
 */
export interface ErasureReceipt {
  receiptId: string;
  erasedAt: Date;
  asked: number;
  users: number;
  counts: Record<string, number>;
}

export interface NewErasureReceipt extends Omit<ErasureReceipt, 'erasedAt' | 'asked'> {
  appId: number;
  /** Hashes of all requested extIds. */
  hashes: readonly Buffer[];
}

const RECEIPT = `r.receipt_id AS "receiptId", r.erased_at AS "erasedAt", cardinality(r.ext_id_hashes) AS asked, r.users,
                 r.counts`;

/** Statements of `identity.erasure_receipt` and `identity.salt`. */
@Injectable()
export class ErasureReceiptRepository {
  constructor(private readonly db: Database) {}

  /** Adds one batch of an erasure to its receipt · 1 row, primary key · locks it. */
  async addBatch(tx: Tx, { appId, receiptId, users, counts, hashes }: NewErasureReceipt): Promise<void> {
    await tx.affected(
      `INSERT INTO identity.erasure_receipt AS r (app_id, receipt_id, users, ext_id_hashes, counts)
       VALUES ($1, $2, $3, $4::bytea[], $5::jsonb)
       ON CONFLICT (app_id, receipt_id) DO UPDATE
       SET users = r.users + excluded.users, ext_id_hashes = r.ext_id_hashes || excluded.ext_id_hashes,
           counts = (SELECT jsonb_object_agg(t.name, coalesce((r.counts ->> t.name)::bigint, 0)
                                                     + coalesce((excluded.counts ->> t.name)::bigint, 0))
                     FROM jsonb_object_keys(r.counts || excluded.counts) AS t (name))`,
      [appId, receiptId, users, hashes, JSON.stringify(counts)],
    );
  }

  /** Receipts that contain the hash of an extId, newest first · a scan of the application's receipts, which are few. */
  async findByHash(appId: number, hash: Buffer): Promise<ErasureReceipt[]> {
    return this.db.rows<ErasureReceipt>(
      `SELECT ${RECEIPT} FROM identity.erasure_receipt AS r
       WHERE r.app_id = $1 AND $2 = ANY (r.ext_id_hashes) ORDER BY r.erased_at DESC LIMIT 1000`,
      [appId, hash],
    );
  }

  /** One receipt · primary key. */
  async find(appId: number, receiptId: string): Promise<ErasureReceipt | undefined> {
    return this.db.row<ErasureReceipt>(
      `SELECT ${RECEIPT} FROM identity.erasure_receipt AS r WHERE r.app_id = $1 AND r.receipt_id = $2`,
      [appId, receiptId],
    );
  }

  /** A page of receipts, newest first, behind the one named · a scan of the application's receipts, which are few. */
  async listPage(appId: number, limit: number, after: string | undefined): Promise<ErasureReceipt[]> {
    return this.db.rows<ErasureReceipt>(
      `SELECT ${RECEIPT} FROM identity.erasure_receipt AS r
       WHERE r.app_id = $1
         AND ($2::uuid IS NULL OR (r.erased_at, r.receipt_id) < (SELECT a.erased_at, a.receipt_id
                FROM identity.erasure_receipt AS a WHERE a.app_id = $1 AND a.receipt_id = $2))
       ORDER BY r.erased_at DESC, r.receipt_id DESC LIMIT $3`,
      [appId, after ?? null, limit],
    );
  }

  /** The sealed salt of an application; the first call stores the given one · 1 row, primary key. */
  async getOrInsertSalt(appId: number, sealed: Buffer): Promise<Buffer> {
    await this.db.affected('INSERT INTO identity.salt (app_id, sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      appId,
      sealed,
    ]);
    const row = await this.db.row<{ sealed: Buffer }>('SELECT s.sealed FROM identity.salt AS s WHERE s.app_id = $1', [
      appId,
    ]);
    return row?.sealed ?? sealed;
  }
}
