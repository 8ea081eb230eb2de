import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { BehaviourModule } from '../behaviour/behaviour.module.js';
import { CountsModule } from '../counts/counts.module.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { SqlEngineModule } from '../sql-engine/sql-engine.module.js';
import { AudienceAttributesService } from './audience-attributes.service.js';
import { AudienceBreakdownService } from './audience-breakdown.service.js';
import { AudienceOverlapService } from './audience-overlap.service.js';
import { AudiencePreviewService } from './audience-preview.service.js';
import { AudienceReachService } from './audience-reach.service.js';
import { AudienceSampleService } from './audience-sample.service.js';
import { AudienceValuesService } from './audience-values.service.js';
import { BoundedQuestionService } from './bounded-question.service.js';
import { DeviceDensityService } from './device-density.service.js';

const QUESTIONS = [
  AudiencePreviewService,
  AudienceValuesService,
  AudienceSampleService,
  AudienceOverlapService,
  DeviceDensityService,
  AudienceReachService,
  AudienceAttributesService,
  AudienceBreakdownService,
];

/** Audiences while somebody describes them. */
@Module({
  imports: [UsersModule, BehaviourModule, CountsModule, RecipientsModule, SqlEngineModule],
  providers: [BoundedQuestionService, ...QUESTIONS],
  exports: QUESTIONS,
})
export class PreviewModule {}
