import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { CountsModule } from '../counts/counts.module.js';
import { AudienceOverlapService } from './audience-overlap.service.js';
import { AudiencePreviewService } from './audience-preview.service.js';
import { AudienceSampleService } from './audience-sample.service.js';
import { AudienceValuesService } from './audience-values.service.js';
import { BoundedQuestionService } from './bounded-question.service.js';

const QUESTIONS = [AudiencePreviewService, AudienceValuesService, AudienceSampleService, AudienceOverlapService];

/** Audiences while somebody describes them. */
@Module({
  imports: [UsersModule, CountsModule],
  providers: [BoundedQuestionService, ...QUESTIONS],
  exports: QUESTIONS,
})
export class PreviewModule {}
