import { Module } from '@nestjs/common';
import { ChunkRepository } from './chunk.repository.js';
import { DeliveryQueueService } from './delivery-queue.service.js';
import { DispatchRepository } from './dispatch.repository.js';
import { ReplacementRepository } from './replacement.repository.js';
import { UnconfirmedSendRepository } from './unconfirmed-send.repository.js';

const PROVIDERS = [
  ChunkRepository,
  DeliveryQueueService,
  DispatchRepository,
  ReplacementRepository,
  UnconfirmedSendRepository,
];

@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DispatchesModule {}
