import { Injectable } from '@nestjs/common';
import { Database, textArray, type Statements, type Tx } from '#platform/db';
import type { CatalogItem, ItemChange } from '../model/catalog.types.js';

const ITEM_COLUMNS = 'i.key, jsonb_strip_nulls(i.value) AS value, i.changed_at AS "changedAt"';

/** Statements of `catalogs.item`. Its catalog is locked while items change. */
@Injectable()
export class ItemRepository {
  constructor(private readonly db: Database) {}

  /**
   * Adds items, and changes those that are there: fields that are not given stay, null removes one · primary key. Items
   * that stay as they are write no row.
   *
   * @param items        each key once
   * @param returnsItems  with all their fields now
   */
  async upsert(
    tx: Tx,
    appId: number,
    catalogId: number,
    items: readonly ItemChange[],
    returnsItems = false,
  ): Promise<{ added: number; changed: number; stored: ItemChange[] }> {
    const rows = await tx.rows<{ added: boolean } & ItemChange>(
      `INSERT INTO catalogs.item AS i (app_id, catalog_id, key, value)
       SELECT $1, $2, g.key, g.value FROM jsonb_to_recordset($3::jsonb) AS g (key text, value jsonb) ORDER BY g.key
       ON CONFLICT (catalog_id, key) DO UPDATE
          SET value = jsonb_strip_nulls(i.value || excluded.value), changed_at = now()
        WHERE jsonb_strip_nulls(i.value) IS DISTINCT FROM jsonb_strip_nulls(i.value || excluded.value)
       RETURNING i.xmax = 0 AS added${returnsItems ? ', i.key, i.value' : ''}`,
      [appId, catalogId, JSON.stringify(items)],
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

  /** Items by catalog and key, in one statement · primary key · no locks. @param catalogIds  one for each key */
  async findAll(
    on: Statements,
    appId: number,
    catalogIds: readonly number[],
    keys: readonly string[],
  ): Promise<{ catalogId: number; key: string; value: string }[]> {
    return on.rows<{ catalogId: number; key: string; value: string }>(
      `SELECT i.catalog_id AS "catalogId", i.key, i.value::text AS value
         FROM unnest($2::integer[], $3::text[]) AS w (catalog_id, key)
         JOIN catalogs.item AS i ON i.catalog_id = w.catalog_id AND i.key = w.key
        WHERE i.app_id = $1`,
      [appId, [...catalogIds], textArray(keys)],
    );
  }
}
