import { Module, type OnModuleInit } from '@nestjs/common';
import { SimulatorOriginsService } from '#libs/channels';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { CatalogsSection } from './apply/catalogs.section.js';
import { CatalogRepository } from './definitions/catalog.repository.js';
import { ItemRepository } from './items/item.repository.js';
import { ItemStoreService } from './items/item-store.service.js';
import { ItemService } from './items/item.service.js';
import { CatalogListService } from './feeds/catalog-list.service.js';
import { FeedHeadersService } from './feeds/feed-headers.service.js';
import { FeedLoadingService } from './feeds/feed-loading.service.js';
import { FeedRepository } from './feeds/feed.repository.js';
import { FeedStoreService } from './feeds/feed-store.service.js';
import { ItemImportService } from './imports/item-import.service.js';
import { ItemLookupService } from './lookups/item-lookup.service.js';
import { SelectionRepository } from './selections/selection.repository.js';
import { SelectionStoreService } from './selections/selection-store.service.js';
import { ItemChangeRepository } from './watches/item-change.repository.js';
import { WatchFaultService } from './watches/watch-fault.service.js';
import { WatchPrivacyService } from './watches/watch-privacy.service.js';
import { WatchRepository } from './watches/watch.repository.js';
import { WatchRunnerService } from './watches/watch-runner.service.js';
import { WatchStoreService } from './watches/watch-store.service.js';

/** Catalogs and their items. */
@Module({
  imports: [TenancyModule],
  providers: [
    CatalogListService,
    CatalogRepository,
    CatalogsSection,
    FeedHeadersService,
    FeedLoadingService,
    FeedRepository,
    FeedStoreService,
    ItemChangeRepository,
    ItemImportService,
    ItemLookupService,
    ItemRepository,
    ItemService,
    ItemStoreService,
    SelectionRepository,
    SelectionStoreService,
    SimulatorOriginsService,
    WatchFaultService,
    WatchPrivacyService,
    WatchRepository,
    WatchRunnerService,
    WatchStoreService,
  ],
  exports: [
    CatalogListService,
    FeedLoadingService,
    ItemImportService,
    ItemLookupService,
    ItemService,
    WatchFaultService,
    WatchPrivacyService,
    WatchRunnerService,
  ],
})
export class CatalogsModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly catalogs: CatalogsSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.catalogs);
  }
}
