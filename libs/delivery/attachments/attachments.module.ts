import { Module } from '@nestjs/common';
import { AttachmentRepository } from './attachment.repository.js';
import { AttachmentService } from './attachment.service.js';

@Module({ providers: [AttachmentRepository, AttachmentService], exports: [AttachmentService] })
export class AttachmentsModule {}
