import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { IdentitiesModule } from './identities.module.js';
import { ProfilesModule } from './profiles.module.js';
import { ConsentModule } from './consent.module.js';
import { DevicesModule } from './devices.module.js';
import { RegistryModule } from './registry.module.js';
import { CategoriesSection } from './consent/categories.section.js';
import { CategoryRepository } from './consent/category.repository.js';
import { ConsentWordRepository } from './consent/consent-word.repository.js';
import { ConsentWordService } from './consent/consent-word.service.js';
import { PreferenceService } from './consent/preference.service.js';
import { UnsubscribeService } from './consent/unsubscribe.service.js';
import { ConsentHistoryService } from './export/consent-history.service.js';
import { ProfilePageRepository } from './export/profile-page.repository.js';
import { ProfilePageService } from './export/profile-page.service.js';
import { UserExportRepository } from './export/user-export.repository.js';
import { UserExportService } from './export/user-export.service.js';
import { DeviceProfileService } from './profile/device-profile.service.js';
import { ProfileService } from './profile/profile.service.js';

const PROVIDERS = [
  CategoriesSection,
  CategoryRepository,
  ConsentHistoryService,
  ConsentWordRepository,
  ConsentWordService,
  DeviceProfileService,
  PreferenceService,
  ProfilePageRepository,
  ProfilePageService,
  ProfileService,
  UnsubscribeService,
  UserExportRepository,
  UserExportService,
];

/** Opt-ins and values of profiles; everything about one person. */
@Module({
  imports: [TenancyModule, IdentitiesModule, ProfilesModule, ConsentModule, DevicesModule, RegistryModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class PreferencesModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly categories: CategoriesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.categories);
  }
}
