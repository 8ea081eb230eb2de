import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { HistoryModule } from '../history/history.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { StoreModule } from '../store/store.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { CategoriesSection } from './categories.section.js';
import { CategoryRepository } from './category.repository.js';
import { ConsentWordRepository } from './consent-word.repository.js';
import { ConsentWordService } from './consent-word.service.js';
import { PreferenceService } from './preference.service.js';
import { UnsubscribeService } from './unsubscribe.service.js';

const PROVIDERS = [
  CategoriesSection,
  CategoryRepository,
  ConsentWordRepository,
  ConsentWordService,
  PreferenceService,
  UnsubscribeService,
];

/** Opt-ins, categories, unsubscriptions, and what people write. */
@Module({
  imports: [AddressesModule, HistoryModule, IdsModule, SuppressionsModule, DevicesModule, WritesModule, StoreModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ConsentModule {}
