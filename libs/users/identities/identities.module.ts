import { Module } from '@nestjs/common';
import { ContactRepository } from './addresses/contact.repository.js';
import { ContactHolderService } from './addresses/contact-holder.service.js';
import { LastInboundRepository } from './addresses/last-inbound.repository.js';
import { SessionService } from './addresses/session.service.js';
import { AddressSharerRepository } from './addresses/address-sharer.repository.js';
import { AliasRepository } from './ids/alias.repository.js';
import { UidAllocatorService } from './ids/uid-allocator.service.js';
import { UidBlockRepository } from './ids/uid-block.repository.js';
import { UidCacheService } from './ids/uid-cache.service.js';

const PROVIDERS = [
  AliasRepository,
  ContactHolderService,
  ContactRepository,
  LastInboundRepository,
  SessionService,
  AddressSharerRepository,
  UidAllocatorService,
  UidBlockRepository,
  UidCacheService,
];

/** Names, ids and addresses of users. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class IdentitiesModule {}
