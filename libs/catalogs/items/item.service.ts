import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { AppError, FaultList } from '#platform/errors';
import { CatalogRepository } from '../definitions/catalog.repository.js';
import { existing, findCatalogs } from '../definitions/catalog.sql.js';
import type { Catalog, CatalogItem, ItemChange } from '../model/catalog.types.js';
import { readItem } from '../model/read-item.js';
import { changeItems } from './change-items.js';
import { ItemRepository } from './item.repository.js';
import { ItemStoreService } from './item-store.service.js';

/** Items of one request. */
export const MAX_ITEMS_OF_REQUEST = 1000;

/** Items of catalogs: servers add, change and remove them. */
@Injectable()
export class ItemService {
  constructor(
    private readonly db: Database,
    private readonly catalogs: CatalogRepository,
    private readonly items: ItemRepository,
    private readonly stored: ItemStoreService,
  ) {}

  /** @throws AppError unknown_key */
  async getCatalog(appId: number, name: string): Promise<Catalog> {
    return existing(await findCatalogs(this.db, appId), name);
  }

  /**
   * Adds items and changes those that are there, all or none. Fields that an item leaves out stay.
   *
   * @throws AppError malformed, missing_field with item and field at fault; unknown_key; wrong_state past 1,000,000 items
   */
  async upsert(
    appId: number,
    name: string,
    given: readonly unknown[],
  ): Promise<{ added: number; changed: number; items: number }> {
    return changeItems(this.db, async (tx) => {
      const catalog = existing(await this.catalogs.lockAll(tx, appId), name);
      const done = await this.stored.store(tx, appId, catalog, mergeItems(catalog, given));
      return { ...done, items: catalog.items + done.added };
    });
  }

  /** Removes items; unknown keys change nothing. @throws AppError unknown_key */
  async remove(appId: number, name: string, keys: readonly string[]): Promise<{ removed: number; items: number }> {
    return changeItems(this.db, async (tx) => {
      const catalog = existing(await this.catalogs.lockAll(tx, appId), name);
      const removed = await this.stored.remove(tx, appId, catalog, keys);
      return { removed, items: catalog.items - removed };
    });
  }

  /** @throws AppError unknown_key for the catalog, unknown_subject for the item */
  async getItem(appId: number, name: string, key: string): Promise<CatalogItem> {
    const { id } = await this.getCatalog(appId, name);
    const item = await this.items.find(appId, id, key);
    if (!item) {
      throw new AppError('unknown_subject', `Catalog ${name} has no item '${key.slice(0, 40)}'`, { field: 'key' });
    }
    return item;
  }

  /** A page by key, and the last key of it where others follow. @throws AppError unknown_key */
  async listItems(
    appId: number,
    name: string,
    page: { prefix: string; after: string; limit: number },
  ): Promise<{ items: CatalogItem[]; next: string | null }> {
    const { id } = await this.getCatalog(appId, name);
    const found = await this.items.listPage(appId, id, { ...page, limit: page.limit + 1 });
    const items = found.slice(0, page.limit);
    return { items, next: found.length > page.limit ? (items.at(-1)?.key ?? null) : null };
  }
}

/** Several entries of one item count as one, later fields over earlier ones. */
function mergeItems(catalog: Catalog, given: readonly unknown[]): ItemChange[] {
  const items = new Map<string, ItemChange>();
  const faults = new FaultList();
  for (const [index, written] of given.entries()) {
    const item = faults.check({ index }, () => readItem(catalog, written));
    if (item) {
      items.set(item.key, { ...item, value: { ...items.get(item.key)?.value, ...item.value } });
    }
  }
  faults.throwFirst();
  return [...items.values()];
}
