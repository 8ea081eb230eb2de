import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { IdentitiesModule } from '#libs/users/identities';
import { ProfilesModule } from '#libs/users/profiles';
import { ConsentModule } from '#libs/users/consent';
import { RegistryModule } from '#libs/users/registry';
import { ImportBatchService } from './running/import-batch.service.js';
import { ImportFileService } from './running/import-file.service.js';
import { ImportHeaderService } from './running/import-header.service.js';
import { ImportPieceRepository } from './running/import-piece.repository.js';
import { ImportQueue } from './running/import-queue.js';
import { ImportRetentionService } from './running/import-retention.service.js';
import { ImportRunnerService } from './running/import-runner.service.js';
import { ImportViewService } from './running/import-view.service.js';
import { ImportWorkService } from './running/import-work.service.js';
import { ImportRepository } from './running/import.repository.js';
import { ImportService } from './running/import.service.js';
import { TaggingRunnerService } from './taggings/tagging-runner.service.js';
import { TaggingRepository } from './taggings/tagging.repository.js';
import { TaggingService } from './taggings/tagging.service.js';

const PROVIDERS = [
  ImportBatchService,
  ImportFileService,
  ImportHeaderService,
  ImportPieceRepository,
  ImportQueue,
  ImportRepository,
  ImportRetentionService,
  ImportRunnerService,
  ImportService,
  ImportViewService,
  ImportWorkService,
  TaggingRepository,
  TaggingRunnerService,
  TaggingService,
];

/** Users from files, and tags for many users at once. */
@Module({
  imports: [AuditModule, IdentitiesModule, ProfilesModule, ConsentModule, RegistryModule],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class ImportsModule {}
