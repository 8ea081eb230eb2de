import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { IdsModule } from '../ids/ids.module.js';
import { TagsModule } from '../tags/tags.module.js';
import { TaggingRunnerService } from './tagging-runner.service.js';
import { TaggingRepository } from './tagging.repository.js';
import { TaggingService } from './tagging.service.js';

/** Tags for many users at once. */
@Module({
  imports: [AuditModule, IdsModule, TagsModule],
  providers: [TaggingRepository, TaggingRunnerService, TaggingService],
  exports: [TaggingRunnerService, TaggingService],
})
export class TaggingsModule {}
