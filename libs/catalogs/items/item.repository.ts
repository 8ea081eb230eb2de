import { Injectable } from '@nestjs/common';
import { Database, integerArray, prepared, textArray, type Statements, type Tx } from '#platform/db';
import type { CatalogItem, ItemChange } from '../model/catalog.types.js';
import type { Watch } from '../model/watch.types.js';

const ITEM_COLUMNS = 'i.key, jsonb_strip_nulls(i.value) AS value, i.changed_at AS "changedAt"';

/** Notes changes of the watched fields of $4 in `catalogs.item_change`. */
const NOTE_CHANGES = `, noted AS (
         INSERT INTO catalogs.item_change AS n (app_id, watch_id, key, old_value, new_value)
         SELECT $1, w.id, s.key, f.old_value, f.new_value
           FROM stored AS s
           JOIN catalogs.item AS b ON b.catalog_id = $2 AND b.key = s.key
          CROSS JOIN jsonb_to_recordset($4::jsonb) AS w (id integer, field text)
          CROSS JOIN LATERAL (SELECT ${toNumber('b.value -> w.field')}, ${toNumber('s.value -> w.field')}) AS f (old_value, new_value)
          WHERE NOT s.added AND f.old_value IS DISTINCT FROM f.new_value
         ON CONFLICT (watch_id, xid, key) WHERE done_at IS NULL DO UPDATE SET new_value = excluded.new_value)`;

/** Statements of `catalogs.item`. Its catalog is locked while items change. */
@Injectable()
export class ItemRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds items, and changes those that are there: fields that are not given stay, null removes one · primary key. Items
   * that stay as they are write no row. A watched field that changes writes a row of `item_change`: the same statement still
   * sees the item of before. Several changes in one transaction are one.
   *
   * @param items        each key once
   * @param returnsItems  with all their fields now
   */
  async upsert(
    tx: Tx,
    appId: number,
    catalogId: number,
    items: readonly ItemChange[],
    { watches, returnsItems }: { watches: readonly Pick<Watch, 'id' | 'field'>[]; returnsItems: boolean },
  ): Promise<{ added: number; changed: number; stored: ItemChange[] }> {
    const isWatched = watches.length > 0;
    const rows = await tx.rows<{ added: boolean } & ItemChange>(
      `WITH stored AS (
       INSERT INTO catalogs.item AS i (app_id, catalog_id, key, value)
       SELECT $1, $2, g.key, g.value FROM jsonb_to_recordset($3::jsonb) AS g (key text, value jsonb) ORDER BY g.key
       ON CONFLICT (catalog_id, key) DO UPDATE
          SET value = jsonb_strip_nulls(i.value || excluded.value), changed_at = now()
        WHERE jsonb_strip_nulls(i.value) IS DISTINCT FROM jsonb_strip_nulls(i.value || excluded.value)
       RETURNING i.xmax = 0 AS added${isWatched || returnsItems ? ', i.key, i.value' : ''})
       ${isWatched ? NOTE_CHANGES : ''}
       SELECT s.added${returnsItems ? ', s.key, s.value' : ''} FROM stored AS s`,
      [appId, catalogId, JSON.stringify(items), ...(isWatched ? [JSON.stringify(watches)] : [])],
    );
    const added = rows.filter((row) => row.added).length;
    return { added, changed: rows.length - added, stored: returnsItems ? rows : [] };
  }

  /** @returns items that are gone */
  async remove(tx: Tx, appId: number, catalogId: number, keys: readonly string[]): Promise<number> {
    return tx.affected(
      'DELETE FROM catalogs.item AS i WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key = ANY ($3::text[])',
      [appId, catalogId, textArray(keys)],
    );
  }

  /** A page by key of a catalog that is locked · primary key. */
  async listLocked(tx: Tx, appId: number, catalogId: number, after: string, limit: number): Promise<ItemChange[]> {
    return tx.rows<ItemChange>(
      `SELECT i.key, i.value FROM catalogs.item AS i
        WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key > $3 ORDER BY i.key LIMIT $4`,
      [appId, catalogId, after, limit],
    );
  }

  /** A page by key of the items with one of some fields, of a catalog that is locked · primary key. */
  async listWith(
    tx: Tx,
    appId: number,
    catalogId: number,
    fields: readonly string[],
    { after, limit }: { after: string; limit: number },
  ): Promise<ItemChange[]> {
    return tx.rows<ItemChange>(
      `SELECT i.key, i.value FROM catalogs.item AS i
        WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key > $3 AND i.value ?| $4::text[] ORDER BY i.key LIMIT $5`,
      [appId, catalogId, after, textArray(fields), limit],
    );
  }

  /** Removes fields of items · primary key. */
  async removeFields(
    tx: Tx,
    appId: number,
    catalogId: number,
    items: readonly { key: string; fields: readonly string[] }[],
  ): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.item AS i SET value = i.value - g.fields, changed_at = now()
         FROM jsonb_to_recordset($3::jsonb) AS g (key text, fields text[])
        WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key = g.key`,
      [appId, catalogId, JSON.stringify(items)],
    );
  }

  /** Keys of a catalog that is locked, in order · primary key. */
  async listKeys(tx: Tx, appId: number, catalogId: number, after: string, limit: number): Promise<string[]> {
    const rows = await tx.rows<{ key: string }>(
      `SELECT i.key FROM catalogs.item AS i
        WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key > $3 ORDER BY i.key LIMIT $4`,
      [appId, catalogId, after, limit],
    );
    return rows.map(({ key }) => key);
  }

  async find(appId: number, catalogId: number, key: string): Promise<CatalogItem | undefined> {
    return this.db.row<CatalogItem>(
      `SELECT ${ITEM_COLUMNS} FROM catalogs.item AS i WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key = $3`,
      [appId, catalogId, key],
    );
  }

  /** A page by key · primary key. @param prefix  with which keys begin @param after  the last key of the page before */
  async listPage(
    appId: number,
    catalogId: number,
    { prefix, after, limit }: { prefix: string; after: string; limit: number },
  ): Promise<CatalogItem[]> {
    return this.db.rows<CatalogItem>(
      `SELECT ${ITEM_COLUMNS} FROM catalogs.item AS i
        WHERE i.app_id = $1 AND i.catalog_id = $2 AND i.key > $3 AND i.key >= $4 AND starts_with(i.key, $4)
        ORDER BY i.key LIMIT $5`,
      [appId, catalogId, after, prefix, limit],
    );
  }

  /**
   * Items by catalog and key, in one statement · primary key · no locks.
   *
   * @param catalogIds  one for each key
   * @returns with the index of the key
   */
  async findAll(
    on: Statements,
    appId: number,
    catalogIds: readonly number[],
    keys: readonly string[],
  ): Promise<{ index: number; value: string }[]> {
    return on.rows<{ index: number; value: string }>(
      prepared(`SELECT (w.place - 1)::integer AS index, i.value::text AS value
         FROM unnest($2::integer[], $3::text[]) WITH ORDINALITY AS w (catalog_id, key, place)
         JOIN catalogs.item AS i ON i.catalog_id = w.catalog_id AND i.key = w.key
        WHERE i.app_id = $1`),
      [appId, integerArray(catalogIds), textArray(keys)],
    );
  }
}

/** A number of JSON; true is 1, and what is no number is NULL. */
function toNumber(json: string): string {
  return `CASE jsonb_typeof(${json}) WHEN 'number' THEN (${json})::float8 WHEN 'boolean' THEN (${json})::boolean::integer::float8 END`;
}
