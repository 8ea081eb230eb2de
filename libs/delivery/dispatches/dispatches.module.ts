import { Module } from '@nestjs/common';
import { DeliveryMetricsModule } from '../metrics/metrics.module.js';
import { ChunkRepository } from './chunk.repository.js';
import { CommittedBatchService } from './committed-batch.service.js';
import { DeliveryQueueService } from './delivery-queue.service.js';
import { DispatchRepository } from './dispatch.repository.js';
import { PastSendRepository } from './past-send.repository.js';
import { ReplacementRepository } from './replacement.repository.js';
import { UnconfirmedSendRepository } from './unconfirmed-send.repository.js';

const PROVIDERS = [
  ChunkRepository,
  CommittedBatchService,
  DeliveryQueueService,
  DispatchRepository,
  PastSendRepository,
  ReplacementRepository,
  UnconfirmedSendRepository,
];

@Module({ imports: [DeliveryMetricsModule], providers: PROVIDERS, exports: PROVIDERS })
export class DispatchesModule {}
