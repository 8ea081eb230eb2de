import { Module } from '@nestjs/common';
import { IdsModule } from '../ids/ids.module.js';
import { SealingKeyService } from './sealing-key.service.js';
import { SealingRepository } from './sealing.repository.js';
import { SealingService } from './sealing.service.js';

const PROVIDERS = [SealingKeyService, SealingRepository, SealingService];

/** Attributes whose values are stored encrypted. */
@Module({ imports: [IdsModule], providers: PROVIDERS, exports: PROVIDERS })
export class SealingModule {}
