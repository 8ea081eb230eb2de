import { Module } from '@nestjs/common';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';

/** The audit log. */
@Module({ providers: [AuditRepository, AuditService], exports: [AuditService] })
export class AuditModule {}
