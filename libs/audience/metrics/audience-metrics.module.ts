import { Module } from '@nestjs/common';
import { TenancyModule } from '#libs/tenancy';
import { IndexCacheModule } from '../bitmap-index/cache/index-cache.module.js';
import { CountsModule } from '../counts/counts.module.js';
import { IndexMetricsService } from './index-metrics.service.js';
import { IndexStatusRepository } from './index-status.repository.js';

/** Metrics of the audience index. */
@Module({
  imports: [TenancyModule, IndexCacheModule, CountsModule],
  providers: [IndexMetricsService, IndexStatusRepository],
  exports: [IndexMetricsService],
})
export class AudienceMetricsModule {}
