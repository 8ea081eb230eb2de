import { Module } from '@nestjs/common';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';

const PROVIDERS = [SuppressionRepository, SuppressionService];

/** Addresses that nothing is sent to. */
@Module({
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class SuppressionsModule {}
