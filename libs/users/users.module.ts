import { Module } from '@nestjs/common';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { ConsentModule } from '#libs/users/consent';
import { DevicesModule } from '#libs/users/devices';
import { RegistryModule } from '#libs/users/registry';
import { PreferencesModule } from '#libs/users/preferences';
import { SearchModule } from '#libs/users/search';
import { ImportsModule } from '#libs/users/imports';

const PARTS = [
  IdentitiesModule,
  ProfilesModule,
  ConsentModule,
  DevicesModule,
  RegistryModule,
  PreferencesModule,
  SearchModule,
  ImportsModule,
];

/** Users, their installations, attributes, tags and consent: the parts together. */
@Module({ imports: PARTS, exports: PARTS })
export class UsersModule {}
