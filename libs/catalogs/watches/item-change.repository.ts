import { Injectable } from '@nestjs/common';
import { bigintArray, Database, integerArray, type Tx } from '#platform/db';
import type { OpenChange, ShownChange, WatchFault, WatchKind, WatchPart } from '../model/watch.types.js';

/** Changes that are worked on together. */
const ROUND_CHANGES = 20_000;
/** Changes of a watch that stay visible after their round. */
const KEPT_CHANGES = 1000;

const FITS: Readonly<Record<WatchKind, string>> = {
  priceDrop: 'c.new_value < c.old_value',
  backInStock: 'coalesce(c.old_value, 0) <= 0 AND c.new_value > 0',
};

/** Statements of `catalogs.item_change`, which `ItemRepository` fills. The row of the watch is locked. */
@Injectable()
export class ItemChangeRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes the oldest open changes into a round · at most 20,000 · item_change_open. Those that are no change of this kind
   * go: a transaction may lower a price and raise it again, so only what is committed can be judged.
   */
  async takeRound(tx: Tx, appId: number, watchId: number, kind: WatchKind): Promise<void> {
    await tx.affected(
      `WITH taken AS MATERIALIZED (
         SELECT c.change_id, coalesce(${FITS[kind]}, false) AS fits FROM catalogs.item_change AS c
          WHERE c.app_id = $1 AND c.watch_id = $2 AND c.done_at IS NULL ORDER BY c.xid, c.key LIMIT ${ROUND_CHANGES}),
       gone AS (DELETE FROM catalogs.item_change AS c USING taken AS t WHERE c.change_id = t.change_id AND NOT t.fits)
       UPDATE catalogs.item_change AS c SET in_round = true FROM taken AS t WHERE c.change_id = t.change_id AND t.fits`,
      [appId, watchId],
    );
  }

  /** The changes of a round, in the order in which they came. */
  async listRound(tx: Tx, appId: number, watchId: number): Promise<OpenChange[]> {
    return tx.rows<OpenChange>(
      `SELECT c.change_id::float8 AS id, c.key, c.old_value AS "oldValue", c.new_value AS "newValue", c.at::text AS at,
              c.people, c.is_limited AS "isLimited"
         FROM catalogs.item_change AS c
        WHERE c.app_id = $1 AND c.watch_id = $2 AND c.done_at IS NULL AND c.in_round ORDER BY c.change_id`,
      [appId, watchId],
    );
  }

  async addPeople(tx: Tx, appId: number, { people, limited }: Pick<WatchPart, 'people' | 'limited'>): Promise<void> {
    if (people.size > 0) {
      await tx.affected(
        `UPDATE catalogs.item_change AS c SET people = c.people + g.people
           FROM unnest($2::bigint[], $3::integer[]) AS g (id, people) WHERE c.app_id = $1 AND c.change_id = g.id`,
        [appId, bigintArray([...people.keys()]), integerArray([...people.values()])],
      );
    }
    if (limited.length > 0) {
      await tx.affected(
        `UPDATE catalogs.item_change AS c SET is_limited = true
          WHERE c.app_id = $1 AND c.change_id = ANY ($2::bigint[])`,
        [appId, bigintArray(limited)],
      );
    }
  }

  /** Ends the changes of a round, and forgets old ones of the watch. @param error  null: they made events */
  async endRound(tx: Tx, appId: number, watchId: number, error: WatchFault | null): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.item_change AS c SET done_at = now(), error = $3
        WHERE c.app_id = $1 AND c.watch_id = $2 AND c.done_at IS NULL AND c.in_round`,
      [appId, watchId, error],
    );
    await tx.affected(
      `DELETE FROM catalogs.item_change AS c
        WHERE c.app_id = $1 AND c.watch_id = $2 AND c.done_at IS NOT NULL AND c.change_id <= (
          SELECT k.change_id FROM catalogs.item_change AS k WHERE k.watch_id = $2 AND k.done_at IS NOT NULL
           ORDER BY k.change_id DESC OFFSET ${KEPT_CHANGES} LIMIT 1)`,
      [appId, watchId],
    );
  }

  /** The newest changes of a catalog · item_change_newest. */
  async listNewest(appId: number, catalogId: number, limit: number): Promise<ShownChange[]> {
    return this.db.rows<ShownChange>(
      `SELECT w.kind, found.*
         FROM catalogs.watch AS w CROSS JOIN LATERAL (
           SELECT c.change_id::float8 AS id, c.key, c.old_value AS "oldValue", c.new_value AS "newValue", c.people, c.is_limited AS "isLimited", c.at,
                  c.done_at AS "doneAt", c.in_round AS "inRound", c.error
             FROM catalogs.item_change AS c WHERE c.watch_id = w.watch_id ORDER BY c.change_id DESC LIMIT $3) AS found
        WHERE w.app_id = $1 AND w.catalog_id = $2 ORDER BY found.at DESC, w.kind, found.key LIMIT $3`,
      [appId, catalogId, limit],
    );
  }
}
