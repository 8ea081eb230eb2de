import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { CatalogsSection } from './apply/catalogs.section.js';
import { CatalogRepository } from './definitions/catalog.repository.js';
import { ItemRepository } from './items/item.repository.js';
import { ItemStoreService } from './items/item-store.service.js';
import { ItemService } from './items/item.service.js';
import { ItemLookupService } from './lookups/item-lookup.service.js';
import { SelectionRepository } from './selections/selection.repository.js';
import { SelectionStoreService } from './selections/selection-store.service.js';

/** Catalogs and their items. */
@Module({
  imports: [TenancyModule],
  providers: [
    CatalogRepository,
    CatalogsSection,
    ItemLookupService,
    ItemRepository,
    ItemService,
    ItemStoreService,
    SelectionRepository,
    SelectionStoreService,
  ],
  exports: [ItemLookupService, ItemService],
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
