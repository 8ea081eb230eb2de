import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { existing, findCatalogs } from '../definitions/catalog.sql.js';
import type { Catalog } from '../model/catalog.types.js';
import type { FeedState } from '../model/feed.types.js';
import type { ShownChange } from '../model/watch.types.js';
import { ItemChangeRepository } from '../watches/item-change.repository.js';
import { FeedStoreService } from './feed-store.service.js';

/** Lists catalogs with the state of their feeds, and changes of watched fields. */
@Injectable()
export class CatalogListService {
  constructor(
    private readonly db: Database,
    private readonly feeds: FeedStoreService,
    private readonly changes: ItemChangeRepository,
  ) {}

  /** By name. @returns feed undefined: there is none */
  async list(appId: number): Promise<(Catalog & { feed: FeedState | undefined })[]> {
    const feeds = await this.feeds.listStates(this.db, appId);
    return (await findCatalogs(this.db, appId)).map((catalog) => ({ ...catalog, feed: feeds.get(catalog.id) }));
  }

  /** The newest changes of a catalog, with the number of people concerned. @throws AppError unknown_key */
  async listChanges(appId: number, name: string, limit: number): Promise<ShownChange[]> {
    return this.changes.listNewest(appId, existing(await findCatalogs(this.db, appId), name).id, limit);
  }
}
