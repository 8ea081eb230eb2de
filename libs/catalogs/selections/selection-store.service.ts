import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Tx } from '#platform/db';
import type { Catalog, CatalogDefinition, ItemChange } from '../model/catalog.types.js';
import { placeItem } from '../model/select-items.js';
import type { Selection } from '../model/selection.types.js';
import { SelectionRepository, type SelectedRow } from './selection.repository.js';

/** Keeps the places of items in selections true: searches read places alone, never a whole catalog. */
@Injectable()
export class SelectionStoreService {
  constructor(private readonly repository: SelectionRepository) {}

  /** @returns selections without items: new ones, and those with another definition */
  async apply(
    tx: Tx,
    appId: number,
    stored: Pick<Catalog, 'id' | 'selections'>,
    desired: CatalogDefinition['selections'],
  ): Promise<Selection[]> {
    const gone = stored.selections.filter(({ name }) => !desired.some((selection) => selection.name === name));
    if (gone.length > 0) {
      await this.repository.delete(
        tx,
        appId,
        gone.map(({ id }) => id),
      );
    }
    const changed: Selection[] = [];
    for (const selection of desired) {
      const { id, ...before } = stored.selections.find(({ name }) => name === selection.name) ?? {};
      if (id === undefined || !isDeepStrictEqual(before, selection)) {
        changed.push({ ...selection, id: await this.repository.replace(tx, appId, stored.id, selection) });
      }
    }
    return changed;
  }

  /** Places items that have changed. @param items  with all their fields */
  async place(
    tx: Tx,
    appId: number,
    catalog: Pick<Catalog, 'id' | 'key' | 'fields' | 'selections'>,
    items: readonly ItemChange[],
  ): Promise<void> {
    const placed: SelectedRow[] = [];
    const absent: { selectionId: number; key: string }[] = [];
    for (const selection of catalog.selections) {
      for (const item of items) {
        const place = placeItem(catalog, selection, item);
        if (place) {
          placed.push({ selectionId: selection.id, ...place });
        } else {
          absent.push({ selectionId: selection.id, key: item.key });
        }
      }
    }
    if (placed.length > 0) {
      await this.repository.place(tx, appId, catalog.id, placed);
    }
    await this.take(tx, appId, absent);
  }

  /** Takes items that are gone out of all selections. */
  async remove(
    tx: Tx,
    appId: number,
    { selections }: Pick<Catalog, 'selections'>,
    keys: readonly string[],
  ): Promise<void> {
    await this.take(
      tx,
      appId,
      selections.flatMap(({ id }) => keys.map((key) => ({ selectionId: id, key }))),
    );
  }

  private async take(tx: Tx, appId: number, absent: readonly { selectionId: number; key: string }[]): Promise<void> {
    if (absent.length > 0) {
      await this.repository.remove(
        tx,
        appId,
        absent.map(({ selectionId }) => selectionId),
        absent.map(({ key }) => key),
      );
    }
  }
}
