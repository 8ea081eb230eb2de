import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { StoreModule } from '../store/store.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { CategoriesSection } from './categories.section.js';
import { CategoryRepository } from './category.repository.js';
import { PreferenceService } from './preference.service.js';
import { UnsubscribeService } from './unsubscribe.service.js';

const PROVIDERS = [CategoriesSection, CategoryRepository, PreferenceService, UnsubscribeService];

/** Opt-ins, categories and unsubscriptions. */
@Module({
  imports: [IdsModule, SuppressionsModule, DevicesModule, WritesModule, StoreModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ConsentModule {}
