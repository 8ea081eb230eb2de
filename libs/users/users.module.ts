import { Module } from '@nestjs/common';
import { IdentitiesModule } from './identities.module.js';
import { ProfilesModule } from './profiles.module.js';
import { ConsentModule } from './consent.module.js';
import { DevicesModule } from './devices.module.js';
import { RegistryModule } from './registry.module.js';
import { PreferencesModule } from './preferences.module.js';
import { ImportsModule } from './imports.module.js';

const PARTS = [
  IdentitiesModule,
  ProfilesModule,
  ConsentModule,
  DevicesModule,
  RegistryModule,
  PreferencesModule,
  ImportsModule,
];

/** Users, their installations, attributes, tags and consent: the parts together. */
@Module({ imports: PARTS, exports: PARTS })
export class UsersModule {}
