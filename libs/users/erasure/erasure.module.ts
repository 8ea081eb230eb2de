import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { AddressesModule } from '../addresses/addresses.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { DeletedUserRetentionService } from './deleted-user-retention.service.js';
import { DeletedUserRepository } from './deleted-user.repository.js';
import { ErasedNameRepository } from './erased-name.repository.js';
import { ErasedNameService } from './erased-name.service.js';
import { UserEraserService } from './user-eraser.service.js';
import { UserErasureRepository } from './user-erasure.repository.js';

/** Deletion of users. */
@Module({
  imports: [AddressesModule, TenancyModule, IdsModule, SuppressionsModule, StoreModule],
  providers: [
    DeletedUserRepository,
    DeletedUserRetentionService,
    ErasedNameRepository,
    ErasedNameService,
    UserEraserService,
    UserErasureRepository,
  ],
  exports: [DeletedUserRetentionService, ErasedNameRepository, ErasedNameService, UserEraserService],
})
export class ErasureModule {}
