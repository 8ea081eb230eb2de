import { Injectable } from '@nestjs/common';
import { isCheckViolation, type Tx } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { CatalogRepository } from '../definitions/catalog.repository.js';
import type { Catalog, CatalogDefinition, ItemChange } from '../model/catalog.types.js';
import { isOfType } from '../model/read-item.js';
import { SelectionStoreService } from '../selections/selection-store.service.js';
import { ItemRepository } from './item.repository.js';

/** Items of all catalogs of an application. */
const MAX_ITEMS = 1_000_000;
/** Items that are placed together. */
const FILL_PAGE = 2000;
/** Keys that are compared together. */
const KEY_PAGE = 10_000;

/** Changes items together with the number and the version of their catalog, which is locked. */
@Injectable()
export class ItemStoreService {
  constructor(
    private readonly catalogs: CatalogRepository,
    private readonly items: ItemRepository,
    private readonly selections: SelectionStoreService,
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
    catalog: Pick<Catalog, 'id' | 'key' | 'fields' | 'selections' | 'watches'>,
    items: readonly ItemChange[],
  ): Promise<{ added: number; changed: number }> {
    const { stored, ...done } = await this.upsert(tx, appId, catalog.id, items, {
      watches: catalog.watches,
      returnsItems: catalog.selections.length > 0,
    });
    if (done.added + done.changed > 0) {
      await this.catalogs.noteChange(tx, appId, catalog.id, done.added);
      await this.selections.place(tx, appId, catalog, stored);
    }
    if (done.added > 0 && (await this.catalogs.countItems(tx, appId)) > MAX_ITEMS) {
      throw new AppError('wrong_state', `The catalogs of an application hold at most ${MAX_ITEMS} items`);
    }
    return done;
  }

  /** @returns items that are gone */
  async remove(tx: Tx, appId: number, catalog: Catalog, keys: readonly string[]): Promise<number> {
    const removed = await this.items.remove(tx, appId, catalog.id, keys);
    if (removed > 0) {
      await this.catalogs.noteChange(tx, appId, catalog.id, -removed);
      await this.selections.remove(tx, appId, catalog, keys);
    }
    return removed;
  }

  /** Removes items that are not among some keys, page by page. @returns items that are gone */
  async removeAbsent(tx: Tx, appId: number, catalog: Catalog, keys: ReadonlySet<string>): Promise<number> {
    let removed = 0;
    let after: string | undefined = '';
    while (after !== undefined) {
      const page: string[] = await this.items.listKeys(tx, appId, catalog.id, after, KEY_PAGE);
      const absent = page.filter((key) => !keys.has(key));
      removed += absent.length === 0 ? 0 : await this.remove(tx, appId, catalog, absent);
      after = page.length === KEY_PAGE ? page.at(-1) : undefined;
    }
    return removed;
  }

  /** Removes values that fields had before they went, where they come back with a type that does not accept them. */
  async dropMisfits(tx: Tx, appId: number, catalogId: number, added: CatalogDefinition['fields']): Promise<void> {
    const fields = Object.keys(added);
    let after: string | undefined = '';
    while (fields.length > 0 && after !== undefined) {
      const items: ItemChange[] = await this.items.listWith(tx, appId, catalogId, fields, { after, limit: FILL_PAGE });
      const misfits = items.flatMap(({ key, value }) => {
        const wrong = fields.filter(
          (field) => (value[field] ?? null) !== null && !isOfType(added[field] ?? '', value[field]),
        );
        return wrong.length > 0 ? [{ key, fields: wrong }] : [];
      });
      if (misfits.length > 0) {
        await this.items.removeFields(tx, appId, catalogId, misfits);
      }
      after = items.length === FILL_PAGE ? items.at(-1)?.key : undefined;
    }
  }

  /** Places all items of a catalog in selections that have none yet. */
  async fill(tx: Tx, appId: number, catalog: Pick<Catalog, 'id' | 'key' | 'fields' | 'selections'>): Promise<void> {
    let after: string | undefined = '';
    while (catalog.selections.length > 0 && after !== undefined) {
      const items: ItemChange[] = await this.items.listLocked(tx, appId, catalog.id, after, FILL_PAGE);
      await this.selections.place(tx, appId, catalog, items);
      after = items.length === FILL_PAGE ? items.at(-1)?.key : undefined;
    }
  }

  private async upsert(...change: Parameters<ItemRepository['upsert']>): ReturnType<ItemRepository['upsert']> {
    try {
      return await this.items.upsert(...change);
    } catch (error) {
      throw isCheckViolation(error) ? malformed('An item is too large with the fields that it has already') : error;
    }
  }
}
