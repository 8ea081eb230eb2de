import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { AttributesModule } from '../attributes/attributes.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { ErasureModule } from '../erasure/erasure.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { WritesModule } from '../writes/writes.module.js';
import { AddressService } from './address.service.js';
import { EntryReaderService } from './entry-reader.service.js';
import { NumberCheckRepository } from './number-check.repository.js';
import { NumberCheckService } from './number-check.service.js';
import { RegistrationService } from './registration.service.js';
import { TesterService } from './tester.service.js';

const PROVIDERS = [AddressService, NumberCheckRepository, NumberCheckService, RegistrationService, TesterService];

/** Registrations by servers: users, devices, addresses and tags. */
@Module({
  imports: [
    AddressesModule,
    IdsModule,
    TagsModule,
    AttributesModule,
    StoreModule,
    DevicesModule,
    ErasureModule,
    WritesModule,
  ],
  providers: [EntryReaderService, ...PROVIDERS],
  exports: PROVIDERS,
})
export class RegistrationModule {}
