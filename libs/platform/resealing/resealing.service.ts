import { Injectable } from '@nestjs/common';
import { MasterKey } from '#platform/crypto';
import { Database, type Row, type Tx } from '#platform/db';
import { ResealingRepository } from './resealing.repository.js';
import type { SealedColumn } from './sealed-column.js';

const BATCH_SIZE = 100;

/**
 * Sealed values by their key.
 *
 * @property current   under `MASTER_KEY`
 * @property previous  under a key of `MASTER_KEY_PREVIOUS`: they need it until they are sealed again
 * @property unknown   under a key that no one gave: they cannot be opened
 */
export interface SealedValues {
  current: number;
  previous: number;
  unknown: number;
}

/** Called in the transaction of a batch. */
export type BatchStep = (tx: Tx, column: SealedColumn, values: number) => Promise<void>;

/** Seals values again under the current master key. */
@Injectable()
export class ResealingService {
  private readonly rows: ResealingRepository;

  constructor(
    private readonly db: Database,
    private readonly masterKey: MasterKey,
  ) {
    this.rows = new ResealingRepository(db);
  }

  async countValues(columns: readonly SealedColumn[]): Promise<SealedValues> {
    const [current, ...previous] = this.masterKey.keyIds;
    const total: SealedValues = { current: 0, previous: 0, unknown: 0 };
    for (const column of columns) {
      for (const { keyId, values } of await this.rows.countByKey(column)) {
        const isPrevious = previous.some((id) => id.equals(keyId));
        total[current?.equals(keyId) ? 'current' : isPrevious ? 'previous' : 'unknown'] += values;
      }
    }
    return total;
  }

  /** Tests if a key opens any of the values. True where there are none: nothing contradicts a new key. */
  async opensAnything(columns: readonly SealedColumn[]): Promise<boolean> {
    let isEmpty = true;
    for (const column of columns) {
      for (const { keyId } of await this.rows.countByKey(column)) {
        isEmpty = false;
        if (this.masterKey.keyIds.some((id) => id.equals(keyId))) {
          return true;
        }
      }
    }
    return isEmpty;
  }

  /**
   * Seals every value of a previous key again, in batches with a transaction each. It may be stopped and started again at
   * any time: what is sealed is not looked at any more. Values of unknown keys stay as they are.
   */
  async resealValues(columns: readonly SealedColumn[], onBatch: BatchStep): Promise<number> {
    let sum = 0;
    for (const column of columns) {
      for (let position: unknown[] | null = null; ;) {
        const batch = await this.db.tx((tx) => this.resealBatch(tx, column, position, onBatch));
        sum += batch.values;
        position = batch.position;
        if (position === null) {
          break;
        }
      }
    }
    return sum;
  }

  private async resealBatch(
    tx: Tx,
    column: SealedColumn,
    position: readonly unknown[] | null,
    onBatch: BatchStep,
  ): Promise<{ values: number; position: unknown[] | null }> {
    const { keyId } = this.masterKey;
    const rows = await this.rows.lockRows(tx, column, { keyId, position, limit: BATCH_SIZE });
    let values = 0;
    for (const row of rows) {
      const plain = this.openIfPossible(column, row);
      if (plain !== undefined) {
        await this.rows.saveValue(tx, column, row, this.masterKey.seal(plain, column.toContext(row)));
        values += 1;
      }
    }
    if (values > 0) {
      await onBatch(tx, column, values);
    }
    const last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
    return { values, position: last ? column.key.map((name) => last[name]) : null };
  }

  private openIfPossible(column: SealedColumn, row: Row): string | undefined {
    try {
      return this.masterKey.open(row[column.column] as Buffer, column.toContext(row));
    } catch {
      return undefined;
    }
  }
}
