import { Injectable } from '@nestjs/common';
import { KEY_ID_BYTES } from '#platform/crypto';
import { Database, type Row, type Tx } from '#platform/db';
import type { SealedColumn } from './sealed-column.js';

/** Values by the key that sealed them. */
export interface SealedCount {
  keyId: Buffer;
  values: number;
}

/** Statements over sealed columns. The tables are small, or hold a day. */
@Injectable()
export class ResealingRepository {
  constructor(private readonly db: Database) {}

  /** A scan of the table. */
  async countByKey({ table, column }: SealedColumn): Promise<SealedCount[]> {
    return this.db.rows<SealedCount>(
      `SELECT substring(t.${column} FROM 1 FOR ${KEY_ID_BYTES}) AS "keyId", count(*) AS values
         FROM ${table} AS t WHERE t.${column} IS NOT NULL GROUP BY 1`,
    );
  }

  /**
   * Locks rows whose value another key than the current one sealed, after a position, in the order of the primary key.
   *
   * @param position  the primary key of the last row; null: from the beginning
   */
  async lockRows(
    tx: Tx,
    { table, column, key, context }: SealedColumn,
    { keyId, position, limit }: { keyId: Buffer; position: readonly unknown[] | null; limit: number },
  ): Promise<Row[]> {
    const names = [...new Set([...key, ...context, column])].map((name) => `t.${name}`).join(', ');
    const after = position ? `AND (${key.join(', ')}) > (${key.map((_, index) => `$${index + 3}`).join(', ')})` : '';
    return tx.rows<Row>(
      `SELECT ${names} FROM ${table} AS t
        WHERE t.${column} IS NOT NULL AND substring(t.${column} FROM 1 FOR ${KEY_ID_BYTES}) <> $1 ${after}
        ORDER BY ${key.join(', ')} LIMIT $2 FOR UPDATE`,
      [keyId, limit, ...((position ?? []) as string[])],
    );
  }

  /** One locked row · primary key. */
  async saveValue(tx: Tx, { table, column, key }: SealedColumn, row: Row, sealed: Buffer): Promise<void> {
    const matches = key.map((name, index) => `${name} = $${index + 2}`).join(' AND ');
    await tx.affected(`UPDATE ${table} SET ${column} = $1 WHERE ${matches}`, [
      sealed,
      ...key.map((name) => row[name] as string),
    ]);
  }
}
