import { Module, type OnModuleInit } from '@nestjs/common';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { ActivitiesModule } from './activities/activities.module.js';
import { AttributesModule } from './attributes/attributes.module.js';
import { AttributesSection } from './attributes/attributes.section.js';
import { CategoriesSection } from './consent/categories.section.js';
import { IdsModule } from './ids/ids.module.js';
import { SuppressionsModule } from './suppressions/suppressions.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { WritesModule } from './writes/writes.module.js';
import { LookupModule } from './lookup/lookup.module.js';
import { AddressesModule } from './addresses/addresses.module.js';
import { ConsentModule } from './consent/consent.module.js';
import { ProfileModule } from './profile/profile.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { InstallationsModule } from './installations/installations.module.js';
import { SealingModule } from './sealing/sealing.module.js';
import { ExportModule } from './export/export.module.js';
import { ImportsModule } from './imports/running/imports.module.js';
import { RespellingModule } from './respelling/respelling.module.js';
import { TaggingsModule } from './taggings/taggings.module.js';

const MODULES = [
  ActivitiesModule,
  AddressesModule,
  IdsModule,
  SuppressionsModule,
  SealingModule,
  AttributesModule,
  DevicesModule,
  ErasureModule,
  WritesModule,
  LookupModule,
  ConsentModule,
  ProfileModule,
  RegistrationModule,
  InstallationsModule,
  ExportModule,
  ImportsModule,
  TaggingsModule,
  RespellingModule,
];

/** Users, their installations, attributes and tags. */
@Module({ imports: [TenancyModule, ...MODULES], exports: MODULES })
export class UsersModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly attributes: AttributesSection,
    private readonly categories: CategoriesSection,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.attributes);
    this.sections.register(this.categories);
  }
}
