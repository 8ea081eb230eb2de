import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { AddressesModule } from '../addresses/addresses.module.js';
import { IdsModule } from '../ids/ids.module.js';
import { StoreModule } from '../store/store.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { DeletedUserRetentionService } from './deleted-user-retention.service.js';
import { DeletedUserRepository } from './deleted-user.repository.js';
import { UserEraserService } from './user-eraser.service.js';
import { UserErasureRepository } from './user-erasure.repository.js';

/** Deletion of users. */
@Module({
  imports: [AddressesModule, TenancyModule, IdsModule, SuppressionsModule, StoreModule],
  providers: [DeletedUserRepository, DeletedUserRetentionService, UserEraserService, UserErasureRepository],
  exports: [DeletedUserRetentionService, UserEraserService],
})
export class ErasureModule {}
