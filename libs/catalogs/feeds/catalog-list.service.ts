import { Injectable } from '@nestjs/common';
import { Database } from '#platform/db';
import { existing, findCatalogs } from '../definitions/catalog.sql.js';
import type { Catalog } from '../model/catalog.types.js';
import type { FeedState } from '../model/feed.types.js';
import type { ListedChange } from '../model/watch.types.js';
import { ItemChangeRepository } from '../watches/item-change.repository.js';
import { WatchPrivacyService } from '../watches/watch-privacy.service.js';
import { FeedStoreService } from './feed-store.service.js';

/** Lists catalogs with the state of their feeds, and changes of watched fields. */
@Injectable()
export class CatalogListService {
  constructor(
    private readonly db: Database,
    private readonly feeds: FeedStoreService,
    private readonly changes: ItemChangeRepository,
    private readonly privacy: WatchPrivacyService,
  ) {}

  /** By name. @returns feed undefined: there is none */
  async list(appId: number): Promise<(Catalog & { feed: FeedState | undefined })[]> {
    const feeds = await this.feeds.listStates(this.db, appId);
    return (await findCatalogs(this.db, appId)).map((catalog) => ({ ...catalog, feed: feeds.get(catalog.id) }));
  }

  /**
   * The newest changes of a catalog, with the number of people concerned. Who changes an item and reads this number learns who
   * had its key in an event, so it is hidden like other private values.
   *
   * @throws AppError unknown_key
   */
  async listChanges(
    appId: number,
    name: string,
    { limit, seesPrivate }: { limit: number; seesPrivate: boolean },
  ): Promise<ListedChange[]> {
    const { id, watches } = existing(await findCatalogs(this.db, appId), name);
    const changes = await this.changes.listNewest(appId, id, limit);
    const hidden = new Set<string>();
    for (const watch of seesPrivate ? [] : watches) {
      if (await this.privacy.isPrivate(appId, watch)) {
        hidden.add(watch.kind);
      }
    }
    return changes.map((change) => (hidden.has(change.kind) ? { ...change, people: null, isLimited: false } : change));
  }
}
