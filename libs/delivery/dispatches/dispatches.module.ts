import { Module } from '@nestjs/common';
import { KeyTotalRepository } from '../key-totals/key-total.repository.js';
import { DeliveryMetricsModule } from '../metrics/metrics.module.js';
import { ChunkRepository } from './chunk.repository.js';
import { CommittedBatchService } from './committed-batch.service.js';
import { DeliveryQueueService } from './delivery-queue.service.js';
import { DispatchRepository } from './dispatch.repository.js';
import { PastSendRepository } from './past-send.repository.js';
import { ReplacedSendRepository } from './replaced-send.repository.js';
import { ReplacedSendService } from './replaced-send.service.js';
import { ReplacementRepository } from './replacement.repository.js';
import { ReplacementService } from './replacement.service.js';
import { SecretParamsService } from './secret-params.service.js';
import { UnconfirmedSendRepository } from './unconfirmed-send.repository.js';

const PROVIDERS = [
  ChunkRepository,
  CommittedBatchService,
  DeliveryQueueService,
  DispatchRepository,
  KeyTotalRepository,
  PastSendRepository,
  ReplacedSendService,
  ReplacementService,
  SecretParamsService,
  UnconfirmedSendRepository,
];

@Module({
  imports: [DeliveryMetricsModule],
  providers: [...PROVIDERS, ReplacedSendRepository, ReplacementRepository],
  exports: PROVIDERS,
})
export class DispatchesModule {}
