import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { TagsModule } from '../tags/tags.module.js';
import { TaggingRunnerService } from './tagging-runner.service.js';
import { TaggingRepository } from './tagging.repository.js';
import { TaggingService } from './tagging.service.js';

/** Tags for many users at once. */
@Module({
  imports: [AuditModule, TagsModule],
  providers: [TaggingRepository, TaggingRunnerService, TaggingService],
  exports: [TaggingRunnerService, TaggingService],
})
export class TaggingsModule {}
