import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';

/** Stored ranges, as `readAddressRanges` takes them. */
export interface StoredRanges {
  ranges: unknown;
  source: string;
  updatedAt: Date;
}

/** The list of address ranges of this installation. */
@Injectable()
export class AddressRangesRepository {
  constructor(private readonly db: Database) {}

  /** One row · primary key. */
  async find(): Promise<StoredRanges | undefined> {
    return this.db.row<StoredRanges>(
      'SELECT a.ranges, a.source, a.updated_at AS "updatedAt" FROM delivery.address_ranges AS a WHERE a.id = 1',
    );
  }

  /** Tells when the list changed; undefined: there is none · primary key. */
  async findUpdate(): Promise<Date | undefined> {
    const row = await this.db.row<{ updatedAt: Date }>(
      'SELECT a.updated_at AS "updatedAt" FROM delivery.address_ranges AS a WHERE a.id = 1',
    );
    return row?.updatedAt;
  }

  /** Replaces the list in one statement: readers see the earlier one or this · primary key · locks the row. */
  async replace(tx: Tx, ranges: object, source: string): Promise<void> {
    await tx.affected(
      `INSERT INTO delivery.address_ranges AS a (id, ranges, source) VALUES (1, $1, $2)
       ON CONFLICT (id) DO UPDATE SET ranges = excluded.ranges, source = excluded.source, updated_at = now()`,
      [JSON.stringify(ranges), source],
    );
  }
}
