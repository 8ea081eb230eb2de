import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';

@Module({ imports: [AuditModule], providers: [MediaRepository, MediaService], exports: [MediaService] })
export class MediaModule {}
