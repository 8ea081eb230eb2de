import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { MediaModule } from '../media/media.module.js';
import { TemplateHistoryService } from './template-history.service.js';
import { TemplateRepository } from './template.repository.js';
import { TemplateService } from './template.service.js';

@Module({
  imports: [AuditModule, MediaModule],
  providers: [TemplateHistoryService, TemplateRepository, TemplateService],
  exports: [TemplateHistoryService, TemplateService],
})
export class TemplatesModule {}
