import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Catalog, CatalogDefinition } from '../model/catalog.types.js';
import { CATALOG_COLUMNS } from './catalog.sql.js';

/** Statements of `catalogs.catalog`: some rows for each application. */
@Injectable()
export class CatalogRepository {
  /**
   * Every catalog of an application, under a lock: changes of its items run one after the other, so that the sum of items
   * stays within its bound.
   */
  async lockAll(tx: Tx, appId: number): Promise<Catalog[]> {
    return tx.rows<Catalog>(
      `SELECT ${CATALOG_COLUMNS} FROM catalogs.catalog AS c WHERE c.app_id = $1 ORDER BY c.catalog_id FOR UPDATE`,
      [appId],
    );
  }

  /** @returns its id */
  async insert(tx: Tx, appId: number, { name, key, fields }: CatalogDefinition): Promise<number> {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO catalogs.catalog AS c (app_id, name, key_field, fields) VALUES ($1, $2, $3, $4::jsonb)
       RETURNING c.catalog_id AS id`,
      [appId, name, key, JSON.stringify(fields)],
    );
    return row?.id ?? 0;
  }

  /** Items of all catalogs. */
  async countItems(tx: Tx, appId: number): Promise<number> {
    const row = await tx.row<{ items: number }>(
      'SELECT coalesce(sum(c.items), 0)::integer AS items FROM catalogs.catalog AS c WHERE c.app_id = $1',
      [appId],
    );
    return row?.items ?? 0;
  }

  async update(tx: Tx, appId: number, id: number, { key, fields }: CatalogDefinition): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.catalog AS c
          SET key_field = $3, fields = $4::jsonb, version = c.version + 1, changed_at = now()
        WHERE c.app_id = $1 AND c.catalog_id = $2`,
      [appId, id, key, JSON.stringify(fields)],
    );
  }

  /** @param added  items more than before; below zero: fewer */
  async noteChange(tx: Tx, appId: number, id: number, added: number): Promise<void> {
    await tx.affected(
      `UPDATE catalogs.catalog AS c SET version = c.version + 1, items = c.items + $3, changed_at = now()
        WHERE c.app_id = $1 AND c.catalog_id = $2`,
      [appId, id, added],
    );
  }

  /** Its items go with it. */
  async delete(tx: Tx, appId: number, id: number): Promise<void> {
    await tx.affected('DELETE FROM catalogs.catalog AS c WHERE c.app_id = $1 AND c.catalog_id = $2', [appId, id]);
  }
}
