import { Injectable } from '@nestjs/common';
import { integerArray, prepared, textArray, type Statements, type Tx } from '#platform/db';
import type { SelectedItem, SelectionDefinition } from '../model/selection.types.js';

/** A row of `catalogs.selected_item`. */
export type SelectedRow = SelectedItem & { selectionId: number };

/** Statements of `catalogs.selection` and `catalogs.selected_item`. Their catalog is locked while they change. */
@Injectable()
export class SelectionRepository {
  /** Adds a selection, or changes it and forgets its items. @returns its id */
  async replace(
    tx: Tx,
    appId: number,
    catalogId: number,
    { name, where, same, sort, limit }: SelectionDefinition,
  ): Promise<number> {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO catalogs.selection AS s (app_id, catalog_id, name, definition) VALUES ($1, $2, $3, $4::jsonb)
       ON CONFLICT (catalog_id, name) DO UPDATE SET definition = excluded.definition
       RETURNING s.selection_id AS id`,
      [appId, catalogId, name, JSON.stringify({ where, same, sort, limit })],
    );
    const id = row?.id ?? 0;
    await tx.affected('DELETE FROM catalogs.selected_item AS i WHERE i.app_id = $1 AND i.selection_id = $2', [
      appId,
      id,
    ]);
    return id;
  }

  async delete(tx: Tx, appId: number, ids: readonly number[]): Promise<void> {
    await tx.affected(
      'DELETE FROM catalogs.selection AS s WHERE s.app_id = $1 AND s.selection_id = ANY ($2::integer[])',
      [appId, [...ids]],
    );
  }

  /** Adds items to selections, and moves those that are there · primary key. Those that stay write no row. */
  async place(tx: Tx, appId: number, catalogId: number, rows: readonly SelectedRow[]): Promise<void> {
    await tx.affected(
      `INSERT INTO catalogs.selected_item AS i (app_id, catalog_id, selection_id, key, grouped, rank)
       SELECT $1, $2, g."selectionId", g.key, decode(g.grouped, 'hex'), decode(g.rank, 'hex')
         FROM jsonb_to_recordset($3::jsonb) AS g ("selectionId" integer, key text, grouped text, rank text)
        ORDER BY g."selectionId", g.key
       ON CONFLICT (selection_id, key) DO UPDATE SET grouped = excluded.grouped, rank = excluded.rank
        WHERE (i.grouped, i.rank) IS DISTINCT FROM (excluded.grouped, excluded.rank)`,
      [appId, catalogId, JSON.stringify(rows)],
    );
  }

  /** Takes items out of selections · primary key. @param keys  one for each selection */
  async remove(tx: Tx, appId: number, selectionIds: readonly number[], keys: readonly string[]): Promise<void> {
    await tx.affected(
      `DELETE FROM catalogs.selected_item AS i USING unnest($2::integer[], $3::text[]) AS g (selection_id, key)
        WHERE i.app_id = $1 AND i.selection_id = g.selection_id AND i.key = g.key`,
      [appId, [...selectionIds], textArray(keys)],
    );
  }

  /**
   * The first items of several groups, in order, in one statement · selected_item_order · no locks.
   *
   * @returns with the index of the group
   */
  async findAll(
    on: Statements,
    appId: number,
    groups: readonly { selectionId: number; grouped: string; limit: number }[],
  ): Promise<{ index: number; value: string }[]> {
    return on.rows<{ index: number; value: string }>(
      prepared(`SELECT (w.place - 1)::integer AS index, i.value::text AS value
         FROM unnest($2::integer[], $3::text[], $4::integer[]) WITH ORDINALITY AS w (selection_id, grouped, size, place)
        CROSS JOIN LATERAL (
          SELECT s.catalog_id, s.key, s.rank FROM catalogs.selected_item AS s
           WHERE s.app_id = $1 AND s.selection_id = w.selection_id AND s.grouped = decode(w.grouped, 'hex')
           ORDER BY s.rank, s.key LIMIT w.size) AS found
         JOIN catalogs.item AS i ON i.catalog_id = found.catalog_id AND i.key = found.key
        ORDER BY w.place, found.rank, found.key`),
      [
        appId,
        integerArray(groups.map(({ selectionId }) => selectionId)),
        textArray(groups.map(({ grouped }) => grouped)),
        integerArray(groups.map(({ limit }) => limit)),
      ],
    );
  }
}
