export { CatalogsModule } from './catalogs.module.js';
export { readCatalogs } from './definitions/read-catalogs.js';
export { findCatalogNames, namesOfCatalogs } from './definitions/catalog.sql.js';
export { ItemService, MAX_ITEMS_OF_REQUEST } from './items/item.service.js';
export { ItemBatch } from './lookups/item-batch.js';
export { ItemLookupService } from './lookups/item-lookup.service.js';
export { MAX_KEY } from './model/read-item.js';
export { selectItems } from './model/select-items.js';
export type { Catalog, CatalogItem, ItemValue, WrittenCatalog } from './model/catalog.types.js';
