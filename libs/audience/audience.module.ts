import { Module } from '@nestjs/common';
import { IndexMaintenanceModule } from './bitmap-index/maintenance/index-maintenance.module.js';
import { CountsModule } from './counts/counts.module.js';
import { ExplainModule } from './explain/explain.module.js';
import { AudienceMetricsModule } from './metrics/audience-metrics.module.js';
import { PreviewModule } from './preview/preview.module.js';
import { RecipientsModule } from './recipients/recipients.module.js';
import { SegmentsModule } from './segments/segments.module.js';

const MODULES = [
  RecipientsModule,
  CountsModule,
  PreviewModule,
  SegmentsModule,
  ExplainModule,
  IndexMaintenanceModule,
  AudienceMetricsModule,
];

/** Targets and their users: recipients, counts, segments and explanations. */
@Module({ imports: MODULES, exports: MODULES })
export class AudienceModule {}
