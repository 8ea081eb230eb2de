import { Module } from '@nestjs/common';
import { CountsModule } from '../counts/counts.module.js';
import { AudiencePreviewService } from './audience-preview.service.js';

/** Audiences while somebody describes them. */
@Module({ imports: [CountsModule], providers: [AudiencePreviewService], exports: [AudiencePreviewService] })
export class PreviewModule {}
