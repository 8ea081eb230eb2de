import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { AttributesModule } from '../../attributes/attributes.module.js';
import { ErasureModule } from '../../erasure/erasure.module.js';
import { HistoryModule } from '../../history/history.module.js';
import { RegistrationModule } from '../../registration/registration.module.js';
import { WritesModule } from '../../writes/writes.module.js';
import { ImportBatchService } from './import-batch.service.js';
import { ImportFileService } from './import-file.service.js';
import { ImportHeaderService } from './import-header.service.js';
import { ImportPieceRepository } from './import-piece.repository.js';
import { ImportQueue } from './import-queue.js';
import { ImportRetentionService } from './import-retention.service.js';
import { ImportRunnerService } from './import-runner.service.js';
import { ImportRepository } from './import.repository.js';
import { ImportService } from './import.service.js';
import { ImportViewService } from './import-view.service.js';
import { ImportWorkService } from './import-work.service.js';

/** Users from files. */
@Module({
  imports: [AuditModule, AttributesModule, ErasureModule, HistoryModule, RegistrationModule, WritesModule],
  providers: [
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
  ],
  exports: [
    ImportFileService,
    ImportHeaderService,
    ImportRetentionService,
    ImportService,
    ImportViewService,
    ImportWorkService,
  ],
})
export class ImportsModule {}
