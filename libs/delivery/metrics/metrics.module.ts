import { Module } from '@nestjs/common';
import { DeliveryCountersService } from './delivery-counters.service.js';
import { OpenWorkMetricsService } from './open-work-metrics.service.js';
import { OpenWorkRepository } from './open-work.repository.js';

/** Metrics of sending: what this process has sent, and the open work of all. */
@Module({
  providers: [DeliveryCountersService, OpenWorkMetricsService, OpenWorkRepository],
  exports: [DeliveryCountersService, OpenWorkMetricsService],
})
export class DeliveryMetricsModule {}
