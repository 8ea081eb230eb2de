import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { AttributesModule } from '../attributes/attributes.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { RecipientRepository } from './recipient.repository.js';
import { RecipientService } from './recipient.service.js';
import { UserLookupService } from './user-lookup.service.js';

/** Reads of users for other modules. */
@Module({
  imports: [AddressesModule, IdsModule, TagsModule, AttributesModule, StoreModule, DevicesModule],
  providers: [RecipientRepository, RecipientService, UserLookupService],
  exports: [RecipientService, UserLookupService],
})
export class LookupModule {}
