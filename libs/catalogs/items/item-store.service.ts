import { Injectable } from '@nestjs/common';
import { isCheckViolation, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { CatalogRepository } from '../definitions/catalog.repository.js';
import type { Catalog, ItemChange } from '../model/catalog.types.js';
import { ItemRepository } from './item.repository.js';

/** Items of all catalogs of an application. */
const MAX_ITEMS = 1_000_000;

/** Changes items together with the number and the version of their catalog, which is locked. */
@Injectable()
export class ItemStoreService {
  constructor(
    private readonly catalogs: CatalogRepository,
    private readonly items: ItemRepository,
  ) {}

  /**
   * Adds items and changes those that are there.
   *
   * @param items  each key once
   * @throws AppError wrong_state past 1,000,000 items; malformed for one that is too large with the fields that it has
   */
  async store(
    tx: Tx,
    appId: number,
    { id }: Pick<Catalog, 'id'>,
    items: readonly ItemChange[],
  ): Promise<{ added: number; changed: number }> {
    const done = await this.upsert(tx, appId, id, items);
    if (done.added + done.changed > 0) {
      await this.catalogs.noteChange(tx, appId, id, done.added);
    }
    if (done.added > 0 && (await this.catalogs.countItems(tx, appId)) > MAX_ITEMS) {
      throw new AppError('wrong_state', `The catalogs of an application hold at most ${MAX_ITEMS} items`);
    }
    return done;
  }

  /** @returns items that are gone */
  async remove(tx: Tx, appId: number, { id }: Catalog, keys: readonly string[]): Promise<number> {
    const removed = await this.items.remove(tx, appId, id, keys);
    if (removed > 0) {
      await this.catalogs.noteChange(tx, appId, id, -removed);
    }
    return removed;
  }

  private async upsert(...change: Parameters<ItemRepository['upsert']>): ReturnType<ItemRepository['upsert']> {
    try {
      return await this.items.upsert(...change);
    } catch (error) {
      throw isCheckViolation(error) ? malformed('An item is too large with the fields that it has already') : error;
    }
  }
}
