import { Module } from '@nestjs/common';
import { AliasRepository } from './alias.repository.js';
import { UidAllocatorService } from './uid-allocator.service.js';
import { UidBlockRepository } from './uid-block.repository.js';
import { UidCacheService } from './uid-cache.service.js';

const PROVIDERS = [AliasRepository, UidAllocatorService, UidBlockRepository, UidCacheService];

/** Ids of users and installations. */
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class IdsModule {}
