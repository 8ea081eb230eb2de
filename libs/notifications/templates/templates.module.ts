import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { TemplateRepository } from './template.repository.js';
import { TemplateService } from './template.service.js';

@Module({ imports: [AuditModule], providers: [TemplateRepository, TemplateService], exports: [TemplateService] })
export class TemplatesModule {}
