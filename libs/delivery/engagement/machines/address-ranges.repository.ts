import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#platform/db';
import type { NetworkKind } from './address-ranges.js';

/** Some networks of one kind. @property networks  with spaces between */
interface NetworkGroup {
  kind: NetworkKind;
  networks: string;
}

/** The list of address ranges of this installation. */
@Injectable()
export class AddressRangesRepository {
  constructor(private readonly db: Database) {}

  /**
   * The networks of the list, those of a kind and family in the order of their first addresses · a row for a thousand: the
   * thread parses one after the other, and a list has hundreds of thousands · primary key.
   */
  async findNetworks(): Promise<NetworkGroup[]> {
    return this.db.rows<NetworkGroup>(
      `SELECT s.kind, string_agg(s.network, ' ' ORDER BY s.place) AS networks
         FROM (SELECT o.owner ->> 'kind' AS kind, n.network,
                      row_number() OVER (PARTITION BY o.owner ->> 'kind' ORDER BY network(n.network::inet)) AS place
                 FROM delivery.address_ranges AS a, jsonb_array_elements(a.ranges -> 'owners') AS o (owner),
                      jsonb_array_elements_text(o.owner -> 'networks') AS n (network)
                WHERE a.id = 1 AND strpos(n.network, '%') = 0) AS s
        GROUP BY s.kind, (s.place - 1) / 1000 ORDER BY s.kind, min(s.place)`,
    );
  }

  /** Reads when the list changed; undefined: there is none · primary key. */
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
