import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { DraftRepository } from './draft.repository.js';
import { DraftService } from './draft.service.js';

@Module({
  imports: [AuditModule],
  providers: [DraftRepository, DraftService],
  exports: [DraftService],
})
export class DraftsModule {}
