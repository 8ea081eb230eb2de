import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';

/** Who changed what. */
@Module({ controllers: [AuditController] })
export class RestAuditModule {}
