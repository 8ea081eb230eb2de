import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { IndexStoreModule } from '../store/index-store.module.js';
import { IndexBuilderService } from './index-builder.service.js';
import { IndexFollowerService } from './index-follower.service.js';
import { IndexMaintenanceService } from './index-maintenance.service.js';
import { IndexMergerService } from './index-merger.service.js';
import { IndexVerifierService } from './index-verifier.service.js';

/** Builds, updates, merges and verifies the bitmap indexes. */
@Module({
  imports: [UsersModule, IndexStoreModule],
  providers: [
    IndexBuilderService,
    IndexFollowerService,
    IndexMaintenanceService,
    IndexMergerService,
    IndexVerifierService,
  ],
  exports: [IndexMaintenanceService],
})
export class IndexMaintenanceModule {}
