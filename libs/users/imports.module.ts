import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { IdentitiesModule } from './identities.module.js';
import { ProfilesModule } from './profiles.module.js';
import { ConsentModule } from './consent.module.js';
import { RegistryModule } from './registry.module.js';
import { ImportBatchService } from './imports/running/import-batch.service.js';
import { ImportFileService } from './imports/running/import-file.service.js';
import { ImportHeaderService } from './imports/running/import-header.service.js';
import { ImportPieceRepository } from './imports/running/import-piece.repository.js';
import { ImportQueue } from './imports/running/import-queue.js';
import { ImportRetentionService } from './imports/running/import-retention.service.js';
import { ImportRunnerService } from './imports/running/import-runner.service.js';
import { ImportViewService } from './imports/running/import-view.service.js';
import { ImportWorkService } from './imports/running/import-work.service.js';
import { ImportRepository } from './imports/running/import.repository.js';
import { ImportService } from './imports/running/import.service.js';
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
