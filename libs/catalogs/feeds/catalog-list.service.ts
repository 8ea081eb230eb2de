import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { findCatalogs } from '../definitions/catalog.sql.js';
import type { Catalog } from '../model/catalog.types.js';
import type { FeedState } from '../model/feed.types.js';
import { FeedStoreService } from './feed-store.service.js';

/** Lists catalogs with the state of their feeds. */
@Injectable()
export class CatalogListService {
  constructor(
    private readonly db: Database,
    private readonly feeds: FeedStoreService,
  ) {}

  /** By name. @returns feed undefined: there is none */
  async list(appId: number): Promise<(Catalog & { feed: FeedState | undefined })[]> {
    const feeds = await this.feeds.listStates(this.db, appId);
    return (await findCatalogs(this.db, appId)).map((catalog) => ({ ...catalog, feed: feeds.get(catalog.id) }));
  }
}
