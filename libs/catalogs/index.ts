export { CatalogsModule } from './catalogs.module.js';
export { MAX_SELECTIONS } from './definitions/catalogs-reference.js';
export { readCatalogs } from './definitions/read-catalogs.js';
export { findCatalogNames, findCatalogs, namesOfCatalogs } from './definitions/catalog.sql.js';
export { CatalogListService } from './feeds/catalog-list.service.js';
export { SEALED_FEED_HEADERS } from './feeds/feed-headers.service.js';
export { FeedLoadingService } from './feeds/feed-loading.service.js';
export { ItemImportService } from './imports/item-import.service.js';
export { ItemService, MAX_ITEMS_OF_REQUEST } from './items/item.service.js';
export { ItemBatch } from './lookups/item-batch.js';
export { ItemLookupService } from './lookups/item-lookup.service.js';
export { MAX_KEY } from './model/read-item.js';
export { selectItems } from './model/select-items.js';
export { findMentionedEvents } from './watches/mentioned-events.sql.js';
export { WatchFaultService } from './watches/watch-fault.service.js';
export { WatchPrivacyService } from './watches/watch-privacy.service.js';
export { WatchRunnerService } from './watches/watch-runner.service.js';
export type { Catalog, CatalogItem, WrittenCatalog } from './model/catalog.types.js';
export type { ItemValue } from './model/item-value.types.js';
export type { FeedState } from './model/feed.types.js';
export { CHANGE_STATES, stateOfChange, WATCH_FAULTS, WATCH_KINDS } from './model/watch.types.js';
export type {
  MentionedEvents,
  ListedChange,
  ShownChange,
  WatchDefinition,
  WatchFault,
  WatchKind,
  WatchPart,
  WatchPlace,
  WatchRound,
} from './model/watch.types.js';
